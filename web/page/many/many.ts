import { device } from '../device';
import { ask, told } from '../engine/client';
import type { FileReport } from '../engine/contract';
import { type Controls, join, refresh, run } from '../job';
import { Asking } from '../solve/asking';
import { byId, messageOf } from '../ui/dom';
import { bytes, milliseconds, percent, plural } from '../ui/words';
import { Download, nameOfRows } from './download';
import { Forms } from './forms';
import { showReport } from './report';
import { showKept } from './kept';
import { startSource } from './source';

/** The part of the page that solves a file. */
export function startMany(): void {
  const asking = new Asking(byId<HTMLSelectElement>('many-method'), byId('many-options'), 'many');
  const forms = new Forms(byId<HTMLSelectElement>('form'));
  const download = new Download(byId<HTMLAnchorElement>('download'));
  const state = byId('many-state');
  const kept = byId('many-kept');
  let source: File | undefined;
  /** Whether the page has, or is about to have, rows that the user has not saved. */
  let isAtStake = false;
  const part: Controls = {
    start: byId<HTMLButtonElement>('many-start'),
    stop: byId<HTMLButtonElement>('many-stop'),
    error: byId('many-error'),
    isReady: () => source !== undefined && asking.method !== undefined && forms.chosen !== undefined,
  };

  void asking.fill((message) => (part.error.textContent = message));
  void forms.fill((message) => (part.error.textContent = message));

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
    const [file, method, form] = [source, asking.method, forms.chosen];
    if (!file || !method || !form) {
      return;
    }
    void run(part, async () => {
      // The new rows are about to replace the rows behind this link.
      download.clear();
      isAtStake = true;
      state.textContent = 'Opening the device …';
      byId('many-work').hidden = true;
      await device();
      state.textContent = 'Preparing …';
      const asked = { ...asking.asked(method), form: form.name, name: nameOfRows(file.name, form.ending) };
      kept.hidden = true;
      const tell = (report: FileReport) => {
        state.textContent = report.prepared === undefined ? '' : `Preparing … ${percent(report.prepared)}`;
        if (report.prepared === undefined) {
          showReport(report, false);
        }
      };
      try {
        const end = await ask((engine) => engine.solveFile(file, asked, told(tell)));
        showReport(end, true);
        state.textContent = summary(end);
        if (isEmpty(end)) {
          isAtStake = false;
        } else {
          const rows = await ask((engine) => engine.rows());
          isAtStake = !rows.isStored;
          download.offer(rows);
        }
      } catch (error) {
        isAtStake = false;
        state.textContent = '';
        throw error;
      }
    });
  });
  byId('download').addEventListener('click', () => (isAtStake = false));
  // Rows in memory end with the page, and so does the work, so the browser asks first.
  window.addEventListener('beforeunload', (event) => isAtStake && event.preventDefault());
  // Storage that does not answer has no rows.
  const show = () => void showKept(kept).catch(() => {});
  show();
  // A page that has just ended may not have let go of its rows when this one began.
  byId('tab-many').addEventListener('click', show);
  join(part);
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
