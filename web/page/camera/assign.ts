/**
 * Gives each row of a square matrix of costs a column of its own, with the least sum of costs, and returns the column of each
 * row. It is the Hungarian method: each row comes by the cheapest chain of exchanges among the rows before it.
 */
export function assign(costs: readonly (readonly number[])[]): number[] {
  const size = costs.length;
  /** What rows and columns pay: no row and column pay more than their cost. */
  const [rowPays, columnPays] = [new Array<number>(size).fill(0), new Array<number>(size + 1).fill(0)];
  /** The row of each column; the last column, which no one keeps, holds the row that comes. */
  const rowOf = new Array<number>(size + 1).fill(-1);
  for (let row = 0; row < size; row++) {
    rowOf[size] = row;
    const least = new Array<number>(size).fill(Infinity);
    const before = new Array<number>(size).fill(size);
    const isDone = new Array<boolean>(size + 1).fill(false);
    let column = size;
    while (rowOf[column] !== -1) {
      isDone[column] = true;
      const from = rowOf[column]!;
      let next = -1;
      for (let to = 0; to < size; to++) {
        if (!isDone[to]) {
          const more = costs[from]![to]! - rowPays[from]! - columnPays[to]!;
          if (more < least[to]!) {
            [least[to], before[to]] = [more, column];
          }
          if (next < 0 || least[to]! < least[next]!) {
            next = to;
          }
        }
      }
      const step = least[next]!;
      for (let to = 0; to <= size; to++) {
        if (isDone[to]) {
          rowPays[rowOf[to]!]! += step;
          columnPays[to]! -= step;
        } else {
          least[to]! -= step;
        }
      }
      column = next;
    }
    while (column !== size) {
      const from = before[column]!;
      rowOf[column] = rowOf[from]!;
      column = from;
    }
  }
  const columns = new Array<number>(size);
  rowOf.slice(0, size).forEach((row, column) => (columns[row] = column));
  return columns;
}
