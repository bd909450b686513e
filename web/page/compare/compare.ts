import { device } from '../device';
import { ask } from '../engine/client';
import { type Controls, join, run } from '../job';
import type { Report } from '../report/format';
import { copies } from '../ui/copy';
import { byId } from '../ui/dom';
import { ProgressLine } from '../ui/progress';
import { t } from '../language/language';

/** The part of the page that compares the GPU with the processor. */
export function startCompare(): void {
  const progress = new ProgressLine(byId('compare-work'));
  const start = byId<HTMLButtonElement>('compare-start');
  const part: Controls = {
    name: byId('tab-compare').textContent!,
    starts: [{ button: start, isReady: () => true }],
    stop: byId<HTMLButtonElement>('compare-stop'),
    busy: byId('compare-busy'),
    error: byId('compare-error'),
  };
  start.addEventListener('click', () => {
    void run(part, async () => {
      byId('compare-state').textContent = '';
      progress.begin(t('Opening the device'));
      try {
        await device();
        // Charts come after the first paint, and before the work, so that its end needs no connection.
        const { view } = await import('../report/view');
        const report = await ask((engine, heard) => engine.compare(heard((news) => progress.tell(news))));
        show(report, view(report));
      } finally {
        progress.end();
      }
    });
  });
  copies(byId('record-copy'), () => byId<HTMLTextAreaElement>('record').value);
  join(part);
}

function show(report: Report, shown: HTMLElement[]): void {
  const json = JSON.stringify(report, null, 2);
  byId('report').replaceChildren(...shown);
  byId<HTMLTextAreaElement>('record').value = json;
  const save = byId<HTMLAnchorElement>('record-save');
  URL.revokeObjectURL(save.href);
  save.href = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  byId('compare-result').hidden = false;
  byId('compare-state').textContent = conclusion(report);
}

function conclusion({ engines, why_no_gpu, same_answers }: Report): string {
  if (engines.length === 1) {
    return why_no_gpu
      ? t('Only the processor was measured, as there is no GPU: {why}.', { why: why_no_gpu })
      : t('Only the processor was measured, as there is no GPU.');
  }
  return same_answers ? t('Both gave the same answers.') : t('The answers differ.');
}
