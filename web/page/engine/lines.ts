/** A file cut into pieces of whole lines. */

/** Some lines with their ends, the number of the first one, and the bytes of the file up to here. */
export interface Piece {
  lines: Uint8Array;
  first: number;
  bytesRead: number;
}

const LINE_FEED = 10;

/** The lines of a file, which may be compressed by gzip, so many at a time. Memory holds one piece and what was read last. */
export async function* pieces(file: Blob, lines: number): AsyncGenerator<Piece> {
  let bytesRead = 0;
  let rest = new Uint8Array();
  let first = 1;
  for await (const chunk of chunks(file, (bytes) => (bytesRead += bytes))) {
    rest = joined(rest, chunk);
    for (let end = endOf(rest, lines); end !== undefined; end = endOf(rest, lines)) {
      yield { lines: rest.slice(0, end), first, bytesRead };
      rest = rest.subarray(end);
      first += lines;
    }
  }
  if (rest.length) {
    yield { lines: rest.slice(), first, bytesRead };
  }
}

/** Where so many lines end; nothing if there are fewer. */
function endOf(bytes: Uint8Array, lines: number): number | undefined {
  let end = 0;
  for (let line = 0; line < lines; line++) {
    end = bytes.indexOf(LINE_FEED, end) + 1;
    if (end === 0) {
      return undefined;
    }
  }
  return end;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
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
