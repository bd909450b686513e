import type { FileReport } from '../engine/contract';
import { byId, element } from '../ui/dom';
import { count, decimals, duration, sentence } from '../ui/words';
import { mean, showLengths } from './lengths';
import { t } from '../language/language';

/** Shows the progress of a file. */
export function showReport(report: FileReport, isEnd: boolean): void {
  const { positions, invalid, bytesRead, bytesTotal, seconds, lengths, wrong } = report;
  const share = bytesTotal ? bytesRead / bytesTotal : 1;
  byId('many-work').hidden = false;
  byId<HTMLProgressElement>('many-progress').value = share;
  byId('many-positions').textContent = count(positions);
  byId('many-rate').textContent = count(positions / seconds);
  byId('many-remaining').textContent = isEnd ? '–' : duration((seconds * (1 - share)) / share);
  byId('many-mean').textContent = decimals(mean(lengths), 2);
  byId('many-invalid').textContent = count(invalid);
  byId('many-lengths').hidden = !lengths.length;
  showLengths(byId<HTMLTableSectionElement>('many-length-rows'), lengths);
  const more = invalid - wrong.length;
  const lines = [...wrong.map(sentence), ...(more > 0 ? [t('{n} more.', { n: count(more) })] : [])];
  byId('many-wrong').replaceChildren(...lines.map((line) => element('li', {}, line)));
}
