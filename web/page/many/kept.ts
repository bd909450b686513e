import { askReader } from '../engine/client';
import { element } from '../ui/dom';
import { Download } from './download';
import { t } from '../language/language';

/** Offers the rows that pages have left, now and when another page ends. After a reload the page before may not have ended yet. */
export async function followKept(place: HTMLElement): Promise<never> {
  for (;;) {
    await showKept(place);
    await askReader((engine) => engine.othersEnd());
  }
}

/** Offers the rows that pages which ended have left in the browser's storage, until they are deleted or a file is solved. */
async function showKept(place: HTMLElement): Promise<void> {
  const found = await askReader((engine) => engine.keptRows());
  const lines = found.map((kept) => {
    const link = element('a', { class: 'button' });
    new Download(link).offer(kept);
    const remove = element('button', { type: 'button', 'aria-label': t('Delete {name}', { name: kept.name }) }, t('Delete'));
    const line = element('div', { class: 'buttons' }, link, remove);
    remove.addEventListener('click', async () => {
      await askReader((engine) => engine.discardRows(kept.id));
      await showKept(place);
    });
    return line;
  });
  place.hidden = !lines.length;
  place.replaceChildren(element('p', { class: 'quiet' }, t('Rows of an earlier visit, which the browser keeps until you solve another file:')), ...lines);
}
