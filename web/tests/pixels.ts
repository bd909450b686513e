import type { JSHandle } from '@playwright/test';
import type { Page } from './page';

/** The pixels of a PNG file, in the browser. */
export function pixels(page: Page, png: Buffer): Promise<JSHandle<ImageData>> {
  return page.evaluateHandle(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  }, `data:image/png;base64,${png.toString('base64')}`);
}
