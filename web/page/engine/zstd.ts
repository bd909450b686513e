/** Zstandard, which browsers do not unpack themselves. The worker loads this module with the first file that needs it. */
import { Decompress } from 'fzstd';

/** Unpacks any number of frames, one after the other. */
export function unpackZstd(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let frames: Decompress;
  return new TransformStream({
    start(controller) {
      frames = new Decompress((bytes) => controller.enqueue(bytes as Uint8Array<ArrayBuffer>));
    },
    transform(chunk) {
      frames.push(chunk);
    },
    flush() {
      frames.push(new Uint8Array(), true);
    },
  });
}
