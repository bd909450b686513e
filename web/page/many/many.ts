import { device } from '../device';
import { ask, told } from '../engine/client';
import type { FileReport, Form, Method } from '../engine/contract';
import { type Controls, join, refresh, run } from '../job';
import { boundOf, fillBounds } from '../solve/bounds';
import { byId, messageOf } from '../ui/dom';
import { bytes, milliseconds, plural } from '../ui/words';
import { Download, nameOfRows } from './download';
import { showReport } from './report';
import { startSource } from './source';

/** The part of the page that solves a file. */
export function startMany(): void {
  const [method, bound] = [byId<HTMLSelectElement>('many-method'), byId<HTMLSelectElement>('many-bound')];
  const download = new Download(byId<HTMLAnchorElement>('download'));
  const state = byId('many-state');
  let source: File | undefined;
  /** Whether there are unsaved rows, or will be. */
  let isAtStake = false;
  const part: Controls = {
    start: byId<HTMLButtonElement>('many-start'),
    stop: byId<HTMLButtonElement>('many-stop'),
    error: byId('many-error'),
    isReady: () => source !== undefined,
  };

  fillBounds(bound, 21);
  const showFields = () => (byId('many-bound-field').hidden = method.value !== 'two-phase');
  method.addEventListener('change', showFields);
  showFields();

  startSource({
    take(file) {
      source = file;
      byId('file-name').textContent = `${file.name}, ${bytes(file.size)}`;
      refresh();
    },
    fail: (error) => (part.error.textContent = messageOf(error)),
  });

  byId('many-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const file = source;
    if (!file) {
      return;
    }
    void run(part, async () => {
      // The rows that it leads to are about to be replaced.
      download.clear();
      isAtStake = true;
      state.textContent = 'Opening the device …';
      byId('many-work').hidden = true;
      await device();
      state.textContent = 'Opening the tables …';
      const by = method.value as Method;
      const form = byId<HTMLSelectElement>('form').value as Form;
      const options = { method: by, form, ...boundOption(boundOf(bound, by)) };
      const tell = (report: FileReport) => {
        state.textContent = '';
        showReport(report, false);
      };
      try {
        const end = await ask((engine) => engine.solveFile(file, options, told(tell)));
        showReport(end, true);
        state.textContent = summary(end);
        if (isEmpty(end)) {
          isAtStake = false;
        } else {
          download.offer(await ask((engine) => engine.rows()), nameOfRows(file.name, form, end.stopped));
        }
      } catch (error) {
        isAtStake = false;
        state.textContent = '';
        throw error;
      }
    });
  });
  byId('download').addEventListener('click', () => (isAtStake = false));
  // The rows go with the page, so the browser asks before.
  window.addEventListener('beforeunload', (event) => isAtStake && event.preventDefault());
  join(part);
}

function boundOption(maxLength: number | undefined): { maxLength?: number } {
  return maxLength === undefined ? {} : { maxLength };
}

function isEmpty({ positions, invalid, stopped }: FileReport): boolean {
  return !positions && !invalid && !stopped;
}

function summary(report: FileReport): string {
  const { positions, invalid, seconds, stopped } = report;
  if (isEmpty(report)) {
    return 'The file has no positions.';
  }
  const lines = invalid ? `, ${plural(invalid, 'line')} invalid` : '';
  return `${stopped ? 'Stopped' : 'Done'}: ${plural(positions, 'position')}${lines} in ${milliseconds(seconds * 1000)}.`;
}
