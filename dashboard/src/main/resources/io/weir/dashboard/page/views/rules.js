// The rules that hold.

import {el, fill} from '../dom.js';
import {poll} from '../api.js';

export const rules = {
  title: 'Rules',

  mount(root) {
    let shown;
    const section = el('section', {class: 'wide'}, el('p', {class: 'note'}, 'asking …'));
    fill(root, section);
    return poll('api/rules', 3000, ({version, text}) => {
      if (version === shown) {
        return;
      }
      shown = version;
      fill(section, el('h2', {}, version ? 'Rules ' + version : 'No rules are published: everything passes', el('small', {}, version ? ' as they hold now' : '')),
        el('ol', {class: 'code'}, (text ?? '').replace(/\n$/, '').split('\n').map(line => el('li', {class: /^\s*#/.test(line) ? 'comment' : ''}, line || ' '))));
    });
  },
};
