import { startCompare } from './compare/compare';
import { startDevice } from './device';
import { startEnter } from './enter/enter';
import { startLink } from './link';
import { startMany } from './many/many';
import { startOffline } from './offline/register';
import { startSolve } from './solve/solve';
import { byId } from './ui/dom';
import { startTabs } from './ui/tabs';

startLink();
startTabs(document.querySelector<HTMLElement>('[role=tablist]')!);
startSolve(startEnter());
startMany();
startCompare();
startDevice();
startOffline();
byId('part-one').dataset.ready = '';
