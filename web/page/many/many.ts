import { device } from '../device';
import { ask } from '../engine/client';
import type { FileReport } from '../engine/contract';
import { type Controls, join, refresh, run } from '../job';
import { Asking } from '../solve/asking';
import { byId, messageOf } from '../ui/dom';
import { bytes, milliseconds, percent } from '../ui/words';
import { Download, nameOfRows } from './download';
import { Forms } from './forms';
import { showReport } from './report';
import { followKept } from './kept';
import { startSource } from './source';
import { counted, t } from '../language/language';

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
  /** The name of a file that was stopped, as long as nothing else is chosen. */
  let stopped: string | undefined;
  const goOn = byId<HTMLButtonElement>('many-go-on');
  const form = byId('many-form');
  const part: Controls = {
    name: byId('tab-many').textContent!,
    starts: [
      {
        button: byId<HTMLButtonElement>('many-start'),
        isReady: () => source !== undefined && asking.method !== undefined && forms.chosen !== undefined,
      },
      { button: goOn, isReady: () => stopped !== undefined },
    ],
    stop: byId<HTMLButtonElement>('many-stop'),
    busy: byId('many-busy'),
    error: byId('many-error'),
  };
  const choose = () => {
    stopped = undefined;
    showGoOn();
    refresh();
  };
  const showGoOn = () => {
    byId('many-rest').hidden = stopped === undefined;
    goOn.textContent = t('Go on with {name}', { name: stopped ?? '' });
  };

  void asking.fill((message) => (part.error.textContent = message));
  void forms.fill((message) => (part.error.textContent = message));
  // What was stopped had other options.
  for (const type of ['change', 'input']) {
    form.addEventListener(type, choose);
  }

  startSource({
    take(file) {
      source = file;
      byId('file-name').textContent = `${file.name}, ${bytes(file.size)}`;
      choose();
    },
    fail: (error) => (part.error.textContent = messageOf(error)),
  });

  /** Runs work on the lines of the file with this name. */
  const work = (name: string, solve: (tell: (report: FileReport) => void) => Promise<FileReport>) =>
    run(part, async () => {
      // The new rows are about to replace the rows behind this link.
      download.clear();
      stopped = undefined;
      showGoOn();
      isAtStake = true;
      state.textContent = `${t('Opening the device')} …`;
      await device();
      state.textContent = `${t('Preparing')} …`;
      kept.hidden = true;
      const tell = (report: FileReport) => {
        state.textContent = report.prepared === undefined ? '' : `${t('Preparing')} … ${percent(report.prepared)}`;
        if (report.prepared === undefined) {
          showReport(report, false);
        }
      };
      try {
        const end = await solve(tell);
        showReport(end, true);
        state.textContent = summary(end);
        stopped = end.stopped ? name : undefined;
        showGoOn();
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
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const [file, method, form] = [source, asking.method, forms.chosen];
    if (file && method && form) {
      byId('many-work').hidden = true;
      const asked = { ...asking.asked(method), form: form.name, name: nameOfRows(file.name, form.ending) };
      void work(file.name, (tell) => ask((engine, heard) => engine.solveFile(file, asked, heard(tell))));
    }
  });
  goOn.addEventListener('click', () => {
    void work(stopped!, (tell) => ask((engine, heard) => engine.goOnWithFile(heard(tell))));
  });
  byId('download').addEventListener('click', () => (isAtStake = false));
  // Rows in memory end with the page, and so does the work, so the browser asks first.
  window.addEventListener('beforeunload', (event) => isAtStake && event.preventDefault());
  // Storage that does not answer has no rows.
  void followKept(kept).catch(() => {});
  join(part);
}

function isEmpty({ positions, invalid, stopped }: FileReport): boolean {
  return !positions && !invalid && !stopped;
}

function summary(report: FileReport): string {
  const { positions, invalid, seconds, stopped } = report;
  if (isEmpty(report)) {
    return t('The file has no positions.');
  }
  const time = milliseconds(seconds * 1000);
  const found = [counted(positions, '{n} position', '{n} positions'), ...(invalid ? [counted(invalid, '{n} line invalid', '{n} lines invalid')] : [])].join(', ');
  return stopped ? t('Stopped: {found} in {time}.', { found, time }) : t('Done: {found} in {time}.', { found, time });
}
