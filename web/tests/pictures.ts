/** Pictures as files that a browser reads. */
import type { Page } from '@playwright/test';
import type { Picture } from './faces';

interface File {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Makes JPEG files of pictures, with names that begin with these. The browser packs them. */
export async function files(page: Page, pictures: readonly Picture[], names: readonly string[]): Promise<File[]> {
  const made = pictures.map(async ({ data, width }, number) => {
    const address = await page.evaluate(
      ([bytes, width]) => {
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [width, width];
        canvas.getContext('2d')!.putImageData(new ImageData(new Uint8ClampedArray(bytes), width), 0, 0);
        return canvas.toDataURL('image/jpeg', 0.85);
      },
      [[...data], width] as const,
    );
    return { name: `${names[number]}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(address.split(',')[1]!, 'base64') };
  });
  return Promise.all(made);
}
