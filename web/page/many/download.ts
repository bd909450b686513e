import { bytes } from '../ui/words';

/** The link to the rows of the last file. */
export class Download {
  constructor(private readonly link: HTMLAnchorElement) {}

  clear(): void {
    if (this.link.href) {
      URL.revokeObjectURL(this.link.href);
    }
    this.link.hidden = true;
  }

  /** Offers rows; the browser copies them from its storage when the user follows the link. */
  offer(rows: File, name: string): void {
    this.clear();
    this.link.href = URL.createObjectURL(rows);
    this.link.download = name;
    this.link.textContent = `Download ${name} (${bytes(rows.size)})`;
    this.link.hidden = false;
  }
}

/** Makes the name of the rows from the name of the file, and marks a part. */
export function nameOfRows(source: string, ending: string, isPart: boolean): string {
  return `${source.replace(/\.[^.]*$/, '')}-solved${isPart ? '-in-part' : ''}.${ending}`;
}
