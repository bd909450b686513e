import * as Comlink from 'comlink';
import { standin } from './standin';

Comlink.expose(standin);
