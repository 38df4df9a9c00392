// An address that names no view.

import {el, fill} from '../dom.js';

export const unknown = {
  title: 'No such view',

  mount(root) {
    const [name] = location.hash.replace(/^#\/?/, '').split('?');
    fill(root, el('p', {class: 'error wide', role: 'alert'}, `No view has the name ${name}. `, el('a', {href: '#/overview'}, 'Go to the overview')));
  },
};
