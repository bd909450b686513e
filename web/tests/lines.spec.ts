import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { pieces } from '../page/engine/lines';

async function cut(text: string | Uint8Array<ArrayBuffer>, lines: number): Promise<[number, string][]> {
  const found: [number, string][] = [];
  for await (const piece of pieces(new Blob([text]), lines)) {
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
  for (const file of [text, new Uint8Array(gzipSync(text))]) {
    const found = await cut(file, 7777);
    expect(found.map(([, lines]) => lines).join('') === text).toBe(true);
    expect(found.map(([first]) => first)).toEqual(found.map((_, number) => 1 + 7777 * number));
  }
});

test('what has no lines is refused before it fills the memory', async () => {
  await expect(cut('x'.repeat(3 << 20), 10)).rejects.toThrow('Line 1 has no end');
  await expect(cut(`a\nb\n${'x'.repeat(3 << 20)}`, 10)).rejects.toThrow('Line 3 has no end');
});
