import { device } from '../device';
import { ask, told } from '../engine/client';
import type { Comparison } from '../engine/contract';
import { type Controls, join, run } from '../job';
import { copies } from '../ui/copy';
import { byId } from '../ui/dom';
import { ProgressLine } from '../ui/progress';
import { charts } from './charts';
import { record } from './record';

/** The part of the page that compares the GPU with the processor. */
export function startCompare(): void {
  const progress = new ProgressLine(byId('compare-work'));
  const part: Controls = {
    start: byId<HTMLButtonElement>('compare-start'),
    stop: byId<HTMLButtonElement>('compare-stop'),
    error: byId('compare-error'),
    isReady: () => true,
  };
  part.start.addEventListener('click', () => {
    void run(part, async () => {
      byId('compare-state').textContent = '';
      progress.begin('Opening the device');
      try {
        await device();
        show(await ask((engine) => engine.compare(told((news) => progress.tell(news)))));
      } finally {
        progress.end();
      }
    });
  });
  copies(byId('record-copy'), () => byId<HTMLTextAreaElement>('record').value);
  join(part);
}

function show(comparison: Comparison): void {
  const json = record(comparison);
  byId('charts').replaceChildren(...charts(comparison));
  byId<HTMLTextAreaElement>('record').value = json;
  const save = byId<HTMLAnchorElement>('record-save');
  URL.revokeObjectURL(save.href);
  save.href = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  byId('compare-result').hidden = false;
  byId('compare-state').textContent = conclusion(comparison);
}

function conclusion({ gpu, cpu, sameAnswers }: Comparison): string {
  if (!gpu) {
    return `Only the processor was measured, as there is no GPU${cpu.why ? `: ${cpu.why}` : ''}.`;
  }
  return sameAnswers ? 'Both gave the same answers.' : 'The answers differ.';
}
