import type { FileReport } from '../engine/contract';
import { byId, element } from '../ui/dom';
import { count, duration, sentence } from '../ui/words';

/** Shows the progress of a file. */
export function showReport(report: FileReport, isEnd: boolean): void {
  const { positions, invalid, bytesRead, bytesTotal, seconds, meanLength, wrong } = report;
  const share = bytesTotal ? bytesRead / bytesTotal : 1;
  byId('many-work').hidden = false;
  byId<HTMLProgressElement>('many-progress').value = share;
  byId('many-positions').textContent = count(positions);
  byId('many-rate').textContent = count(positions / seconds);
  byId('many-remaining').textContent = isEnd ? '–' : duration((seconds * (1 - share)) / share);
  byId('many-mean').textContent = positions ? meanLength.toFixed(2) : '–';
  byId('many-invalid').textContent = count(invalid);
  const more = invalid - wrong.length;
  const lines = [...wrong.map(sentence), ...(more > 0 ? [`${count(more)} more.`] : [])];
  byId('many-wrong').replaceChildren(...lines.map((line) => element('li', {}, line)));
}
