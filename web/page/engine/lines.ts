/** A file cut into pieces of whole lines. */

/** A chunk: whole lines with their ends, the number of the first one, and the bytes of the file read so far. */
export interface Piece {
  lines: Uint8Array;
  first: number;
  bytesRead: number;
}

const LINE_FEED = 10;

/** The greatest number of bytes in a line: a file with a longer one is not text. */
const LONGEST = 1 << 20;

/**
 * Reads the lines of a file in chunks. The file may be compressed with gzip. Memory holds one piece and the last chunk.
 * The function calls `heard` for each chunk; if that fails, the work ends.
 */
export async function* pieces(file: Blob, lines: number, heard = async () => {}): AsyncGenerator<Piece> {
  let bytesRead = 0;
  let first = 1;
  let count = 0;
  // The bytes of the next piece so far, and how many of them follow the last end of a line.
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
