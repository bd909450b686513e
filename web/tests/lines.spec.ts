import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { pieces } from '../page/engine/lines';

async function cut(text: string | Uint8Array<ArrayBuffer>, lines: number, from = 1): Promise<[number, string][]> {
  const found: [number, string][] = [];
  let next = from;
  for await (const piece of pieces(new Blob([text]), lines, from)) {
    expect(piece.first).toBe(next);
    next = piece.next;
    found.push([piece.first, new TextDecoder().decode(piece.lines)]);
  }
  return found;
}

test('pieces are whole lines, with the number of the first one', async () => {
  expect(await cut('a\nbc\n\nd', 2)).toEqual([[1, 'a\nbc\n'], [3, '\nd']]);
  expect(await cut('a\nb\n', 2)).toEqual([[1, 'a\nb\n']]);
  expect(await cut('a', 2)).toEqual([[1, 'a']]);
  expect(await cut('', 2)).toEqual([]);
});

test('long files come in many chunks, compressed or not', async () => {
  const text = Array.from({ length: 100_000 }, (_, number) => `line ${number}\n`).join('');
  // Frames of Zstandard may follow one another.
  const half = text.indexOf('line 50000');
  const frames = [text.slice(0, half), text.slice(half)].map((part) => zstdCompressSync(part));
  for (const file of [text, new Uint8Array(gzipSync(text)), new Uint8Array(Buffer.concat(frames))]) {
    const found = await cut(file, 7777);
    expect(found.map(([, lines]) => lines).join('') === text).toBe(true);
    expect(found.map(([first]) => first)).toEqual(found.map((_, number) => 1 + 7777 * number));
  }
});

test('the rest of a file comes from any line on', async () => {
  expect(await cut('a\nbc\n\nd', 2, 2)).toEqual([[2, 'bc\n\n'], [4, 'd']]);
  expect(await cut('a\nb', 2, 3)).toEqual([]);
  const lines = Array.from({ length: 100_000 }, (_, number) => `line ${number}\n`);
  const packed = new Uint8Array(gzipSync(lines.join('')));
  for (const from of [2, 7777, 99_999]) {
    const found = await cut(packed, 1000, from);
    expect(found[0]![0]).toBe(from);
    expect(found.map(([, piece]) => piece).join('') === lines.slice(from - 1).join('')).toBe(true);
  }
});

test('a damaged file of Zstandard is an error', async () => {
  const packed = new Uint8Array(zstdCompressSync('line\n'.repeat(10_000)));
  await expect(cut(packed.slice(0, -9), 10)).rejects.toThrow();
});

test('what has no lines is refused before it fills the memory', async () => {
  await expect(cut('x'.repeat(3 << 20), 10)).rejects.toThrow('Line 1 has no end');
  await expect(cut(`a\nb\n${'x'.repeat(3 << 20)}`, 10)).rejects.toThrow('Line 3 has no end');
});
