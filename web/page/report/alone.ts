/** The page that `cubebatch bench --html` writes: one file that loads nothing. */
import base from '../style/base.css?inline';
import style from '../style/report.css?inline';
import { byId, element } from '../ui/dom';
import type { Report } from './format';
import { title, view } from './view';

const report = JSON.parse(byId('report').textContent) as Report;
document.title = title(report);
document.head.append(element('style', {}, base, style));
document.body.append(element('main', { class: 'report alone' }, element('h1', {}, document.title), ...view(report)));
