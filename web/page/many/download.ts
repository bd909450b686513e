import type { Kept } from '../engine/contract';
import { bytes } from '../ui/words';
import { t } from '../language/language';

/** A link to rows. */
export class Download {
  constructor(private readonly link: HTMLAnchorElement) {}

  clear(): void {
    if (this.link.href) {
      URL.revokeObjectURL(this.link.href);
    }
    this.link.hidden = true;
  }

  /** Offers rows; the browser copies them from its storage when the user follows the link. */
  offer(kept: Kept): void {
    this.clear();
    const name = kept.isWhole ? kept.name : asPart(kept.name);
    this.link.href = URL.createObjectURL(kept.rows);
    this.link.download = name;
    this.link.textContent = t('Download {name} ({size})', { name, size: bytes(kept.rows.size) });
    this.link.hidden = false;
  }
}

/** Makes the name of the rows from the name of the file. */
export function nameOfRows(source: string, ending: string): string {
  return `${source.replace(/\.(gz|zst)$/i, '').replace(/\.[^.]*$/, '')}-solved.${ending}`;
}

function asPart(name: string): string {
  const dot = name.lastIndexOf('.');
  return `${name.slice(0, dot)}-in-part${name.slice(dot)}`;
}
