// The keys of the page.

import {el} from './dom.js';

const KEYS = {
  'Everywhere': [['Ctrl + K', 'Searches hosts, alarms, rules, metrics, views and refused lines'], ['m', 'Opens sound, notifications and mute for new alarms'], ['?', 'Shows this list'], ['Escape', 'Closes a dialog; leaves the view for a wall']],
  'Alarms': [
    ['↑ ↓ Home End', 'Move the cursor'], ['← →', 'Fold and unfold a rule or a node of the tree'], ['PageUp, PageDown', 'Move the cursor by 15 rows'], ['/', 'Moves to the filter'], ['Enter or ↓ in the filter', 'Moves to the list'],
    ['x, Ctrl + click', 'Selects or deselects a row'], ['Shift + ↑ ↓ or click', 'Selects a range'], ['Ctrl + A', 'Selects all rows'], ['Escape', 'Deselects all'],
    ['a', 'Acknowledges'], ['Shift + A', 'Acknowledges all that is shown'], ['u', 'Unacknowledges'], ['s', 'Shelves'], ['n', 'Unshelves'], ['o', 'Takes out of service'], ['i', 'Puts in service'], ['c', 'Comments'],
  ],
  'Metrics': [['Space', 'Pauses and resumes'], ['← → ↑ ↓ in the plot', 'Move the cursor, with Shift farther'], ['Drag in the plot', 'Zooms'], ['+ in the plot', 'Zooms to half of the range, around the cursor'], ['Escape, double-click, Back', 'Return to the range before; Escape during a drag cancels it'], ['Click or Enter in the legend', 'Shows a series alone, with Shift hides it']],
  'Views': [['← → ↑ ↓ in a plot', 'Move the cursor of all plots, with Shift farther'], ['Drag in a plot', 'Zooms all panels'], ['+ in a plot', 'Zooms all panels to half of the range, around the cursor'], ['Escape, double-click', 'Return to the range before; Escape during a drag cancels it'], ['Back', 'Returns to the choice before']],
  'Views in turn on a wall': [['p', 'Pauses and continues'], ['← →', 'Show the view before or after']],
  'Filters': [['word', 'Part of a text'], ['flp2*', 'A whole name, with * and ?'], ['hostname=flp200', 'The value of a tag'], ['-cpu', 'Excludes']],
};

/** Shows the list. */
export function help() {
  const dialog = el('dialog', {class: 'help', 'aria-labelledby': 'help-title', onclose: () => dialog.remove()},
    el('h2', {id: 'help-title'}, 'Keys'),
    Object.entries(KEYS).map(([part, keys]) => [el('h3', {}, part), el('dl', {}, keys.map(([key, what]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, what)]).flat())]).flat(),
    el('div', {class: 'buttons'}, el('button', {type: 'button', onclick: () => dialog.close()}, 'Close')));
  document.body.append(dialog);
  dialog.showModal();
}
