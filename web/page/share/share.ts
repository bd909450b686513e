import type { Replay } from '../solve/replay';
import { positions } from '../position';
import { byId, element, messageOf } from '../ui/dom';

/** The buttons that save what the replay shows as files. */
export function startShare(replay: Replay): void {
  const saves = (id: string, name: string, make: (pictures: typeof import('./picture')) => Blob | Promise<Blob>) => {
    byId(id).addEventListener('click', async () => {
      try {
        // Few people save a picture, so its code comes when it is needed.
        save(name, await make(await import('./picture')));
      } catch (error) {
        byId('solve-error').textContent = messageOf(error);
      }
    });
  };
  const shown = ({ picture }: typeof import('./picture')) => picture(positions.puzzle, positions.stickers, replay.made);
  const svg = (text: string) => new Blob([text], { type: 'image/svg+xml' });
  saves('save-svg', 'cube.svg', (pictures) => svg(shown(pictures)));
  saves('save-png', 'cube.png', (pictures) => pictures.png(shown(pictures)));
  saves('save-animation', 'solution.svg', ({ animation }) => svg(animation(positions.puzzle, positions.stickers, replay.moves)));
}

function save(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  element('a', { href: address, download: name }).click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
