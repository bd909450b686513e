/** A file cut into pieces of whole lines. */
import { t } from '../language/language';

/** A piece: whole lines with their ends, the numbers of the first one and of the one after, and the bytes of the file read so far. */
export interface Piece {
  lines: Uint8Array;
  first: number;
  next: number;
  bytesRead: number;
}

const LINE_FEED = 10;

/** The first bytes of compressed files. */
const GZIP = [0x1f, 0x8b];
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];

/** The greatest number of bytes in a line: a file with a longer one is not text. */
const LONGEST = 1 << 20;

/**
 * Reads the lines of a file from the line `from` on, some at a time. The file may be compressed with gzip or Zstandard.
 * Memory holds one piece and the last chunk. The function calls `heard` for each chunk; if that fails, the work ends.
 */
export async function* pieces(file: Blob, lines: number, from: number, heard = async () => {}): AsyncGenerator<Piece> {
  let bytesRead = 0;
  let first = from;
  let count = 0;
  // Lines that another call has read. A compressed file has to be read again from its start.
  let passed = 1;
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
      if (passed < from) {
        [passed, begin] = [passed + 1, end];
        continue;
      }
      count += 1;
      if (count === lines) {
        parts.push(chunk.subarray(begin, end));
        yield { lines: joined(parts), first, next: first + lines, bytesRead };
        [parts, begin, count, first] = [[], end, 0, first + lines];
      }
    }
    if (passed === from) {
      parts.push(chunk.subarray(begin));
    }
    open += chunk.length - end;
    if (open > LONGEST) {
      throw new Error(t('Line {number} has no end: this is not a file of positions.', { number: passed < from ? passed : first + count }));
    }
  }
  const rest = joined(parts);
  if (rest.length) {
    // The last line may have no end.
    const isOpen = rest.at(-1) !== LINE_FEED;
    yield { lines: rest, first, next: first + count + (isOpen ? 1 : 0), bytesRead };
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
  const reader = stream.pipeThrough(await unpacking(file)).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield next.value;
    }
  } finally {
    await reader.cancel();
  }
}

type Unpacking = ReadableWritablePair<Uint8Array<ArrayBuffer>, BufferSource>;

/** What turns the bytes of a file into those of its lines. */
async function unpacking(file: Blob): Promise<Unpacking> {
  const begin = new Uint8Array(await file.slice(0, ZSTD.length).arrayBuffer());
  const is = (sign: number[]) => sign.every((byte, at) => begin[at] === byte);
  if (is(GZIP)) {
    return new DecompressionStream('gzip');
  }
  return is(ZSTD) ? (await import('./zstd')).unpackZstd() : new TransformStream();
}
