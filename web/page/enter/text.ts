import { positions } from '../position';
import { askReader } from '../engine/client';
import type { Reading } from '../engine/contract';
import { byId, messageOf } from '../ui/dom';
import { sentence } from '../ui/words';
import { t } from '../language/language';

/** The field that takes a position in any notation. */
export function startText(): void {
  const input = byId<HTMLTextAreaElement>('text');
  const error = byId('text-error');
  const tell = (message: string) => {
    error.textContent = message;
    input.setAttribute('aria-invalid', String(message !== ''));
  };
  byId('text-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const column = await read(input.value);
      tell(column?.message ?? '');
      if (column?.at !== undefined) {
        input.focus();
        input.setSelectionRange(column.at, column.at + 1);
      }
    } catch (failure) {
      tell(messageOf(failure));
    }
  });
  input.addEventListener('input', () => tell(''));
  // Lines come from the clipboard; a new one is typed with Shift.
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      byId<HTMLFormElement>('text-form').requestSubmit();
    }
  });
  positions.follow(() => {
    // The text would mislead if it meant another position than the net shows.
    if (positions.stickers !== meant) {
      input.value = '';
      tell('');
    }
  });
}

/** The meaning of the text in the field, after the page has read it. */
let meant = '';

/** What a text means. Stickers need not be a position, as those of a link: the page explains their faults. */
async function meaning(text: string): Promise<Reading> {
  const { puzzle } = positions;
  const stickers = text.replace(/\s/g, '').toUpperCase();
  return puzzle.accepts(stickers)
    ? { cube: stickers }
    : askReader<Reading>((engine) => (puzzle.size === 3 ? engine.read(text) : engine.pocketRead(text)));
}

/** Shows the stickers of a text, or the fault of the text and its column, from 0. */
async function read(text: string): Promise<{ message: string; at?: number } | undefined> {
  const arriving = meaning(text);
  positions.arriving = arriving;
  const reading = await arriving;
  if ('cube' in reading) {
    meant = reading.cube;
    positions.set(reading.cube);
    return undefined;
  }
  const { error, column } = reading;
  return column === undefined
    ? { message: sentence(error) }
    : { message: sentence(t('Column {column}: {error}', { column, error })), at: column - 1 };
}
