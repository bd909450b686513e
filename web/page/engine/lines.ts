/** A file cut into pieces of whole lines. */

/** Some lines with their ends, the number of the first one, and the bytes of the file up to here. */
export interface Piece {
  lines: Uint8Array;
  first: number;
  bytesRead: number;
}

const LINE_FEED = 10;

/** No line of text is as long. */
const LONGEST = 1 << 20;

/**
 * The lines of a file, which may be compressed with gzip, in chunks. Memory holds one piece and the last chunk. `heard` is
 * called for each chunk, and ends the work by failing.
 */
export async function* pieces(file: Blob, lines: number, heard = async () => {}): AsyncGenerator<Piece> {
  let bytesRead = 0;
  let first = 1;
  let count = 0;
  // What was read of the next piece, and how much of that is behind the last end of a line.
  let parts: Uint8Array[] = [];
  let open = 0;
  for await (const chunk of chunks(file, (bytes) => (bytesRead += bytes))) {
    await heard();
    let begin = 0;
    let end = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, end)) {
      end = at + 1;
      open = 0;
      count += 1;
      if (count === lines) {
        parts.push(chunk.subarray(begin, end));
        yield { lines: joined(parts), first, bytesRead };
        [parts, begin, count, first] = [[], end, 0, first + lines];
      }
    }
    parts.push(chunk.subarray(begin));
    open += chunk.length - end;
    if (open > LONGEST) {
      throw new Error(`Line ${first + count} has no end: this is not a file of positions.`);
    }
  }
  const rest = joined(parts);
  if (rest.length) {
    yield { lines: rest, first, bytesRead };
  }
}

function joined(parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

async function* chunks(file: Blob, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      count(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const stream = file.stream().pipeThrough(counted);
  const reader = ((await isGzip(file)) ? stream.pipeThrough(new DecompressionStream('gzip')) : stream).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield next.value;
    }
  } finally {
    await reader.cancel();
  }
}

async function isGzip(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}
