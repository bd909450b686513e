import type { FileReport } from '../engine/contract';
import { byId } from '../ui/dom';
import { count, duration } from '../ui/words';

/** Shows the progress of a file. */
export function showReport(report: FileReport, isEnd: boolean): void {
  const { positions, invalid, bytesRead, bytesTotal, seconds, meanLength } = report;
  const share = bytesTotal ? bytesRead / bytesTotal : 1;
  byId('many-work').hidden = false;
  byId<HTMLProgressElement>('many-progress').value = share;
  byId('many-positions').textContent = count(positions);
  byId('many-rate').textContent = count(positions / seconds);
  byId('many-remaining').textContent = isEnd ? '–' : duration((seconds * (1 - share)) / share);
  byId('many-mean').textContent = positions ? meanLength.toFixed(2) : '–';
  byId('many-invalid').textContent = count(invalid);
}
