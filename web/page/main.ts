import { startCompare } from './compare/compare';
import { startDevice } from './device';
import { startEnter } from './enter/enter';
import { startLink } from './link';
import { startMany } from './many/many';
import { startSolve } from './solve/solve';
import { byId } from './ui/dom';
import { startTabs } from './ui/tabs';

startTabs(document.querySelector<HTMLElement>('[role=tablist]')!);
startLink();
startSolve(startEnter());
startMany();
startCompare();
startDevice();
byId('part-one').dataset.ready = '';
