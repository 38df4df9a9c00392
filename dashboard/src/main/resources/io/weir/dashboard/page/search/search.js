// One search over views, hosts, alarms, rules, metrics, series and refused lines, in a dialog.

import {el, fill, write} from '../dom.js';
import {get, onConnection} from '../api.js';
import {filterOf, rankOf} from '../filter.js';
import {KINDS} from './kinds.js';

const ASK_AFTER = 120;
/** The server waits two seconds before it refuses a search because others are running. */
const AGAIN_AFTER = 1_000;
/** Longer than the server takes, which is four seconds. */
const ANSWER_WITHIN = 30_000;
/** The results of each kind that are shown. */
const SHOWN = 5;
/** The server's limit of characters. */
const LONGEST = 200;

/** Searches again, if an open dialog has no answer. */
let reconnected = () => {};

/**
 * The request of this page that is not answered yet, also one of a closed dialog. The next one waits for its end, because
 * the server continues a search whose request is aborted, and has room for few at once.
 */
let running = null;

/**
 * Opens the search by a button, and by Ctrl-K or Cmd-K.
 *
 * @param views returns all views of the page, as {href, title, about}
 */
export function offerSearch(button, views) {
  const open = () => document.querySelector('dialog[open]') || openDialog(views());
  button.addEventListener('click', open);
  addEventListener('keydown', event => {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      open();
    }
  });
  onConnection(is => is && reconnected());
}

function openDialog(views) {
  /** The words of the shown results; null while others are awaited. */
  let shown = null;
  let options = [];
  let cursor = 0;
  let goesToFirst = false;
  let isUnanswered = false;
  let isBusy = false;
  let asking = null;
  /** Grows with each change: answers and requests of earlier turns are obsolete. */
  let turn = 0;

  const input = el('input', {type: 'text', role: 'combobox', 'aria-label': 'Search', 'aria-expanded': 'true', 'aria-controls': 'found', 'aria-autocomplete': 'list',
    placeholder: 'Host, alarm, rule, metric, view, refused line', title: 'Words of all filters: flp2*  hostname=flp200  -cpu', inputmode: 'search', enterkeyhint: 'go',
    autocomplete: 'off', spellcheck: 'false', maxlength: LONGEST, oninput: changed, onkeydown: key});
  const status = el('p', {class: 'note', role: 'status'});
  const list = el('div', {id: 'found', class: 'found', role: 'listbox', 'aria-label': 'Results'});
  const dialog = el('dialog', {class: 'search', 'aria-label': 'Search', onclose: close},
    el('div', {class: 'bar'}, input, el('button', {type: 'button', onclick: () => dialog.close()}, 'Close')), status, list);

  function changed() {
    turn += 1;
    clearTimeout(asking);
    shown = null;
    goesToFirst = false;
    isUnanswered = false;
    isBusy = false;
    if (input.value.trim() === '') {
      show([{kind: 'VIEW', count: views.length, found: views}], '');
      return;
    }
    asking = setTimeout(ask, ASK_AFTER);
  }

  async function ask() {
    clearTimeout(asking);
    turn += 1;
    const mine = turn;
    const words = input.value;
    while (running) {
      await running;
    }
    if (mine !== turn) {
      return;
    }
    const request = get(`api/search?limit=${SHOWN}&filter=` + encodeURIComponent(words), AbortSignal.timeout(ANSWER_WITHIN));
    running = request.catch(() => {}).then(() => {
      running = null;
    });
    let answer;
    try {
      answer = await request;
    } catch (e) {
      if (mine === turn) {
        failed(e, words);
      }
      return;
    }
    if (mine !== turn) {
      return;
    }
    isUnanswered = false;
    isBusy = false;
    // A newer server may have more kinds than this page.
    const known = answer.groups.filter(({kind}) => Object.hasOwn(KINDS, kind));
    show([...matching(views, words), ...known].sort((one, other) => one.rank - other.rank),
      answer.partial ? 'The search was stopped at a limit: there may be more.' : '');
  }

  function failed({status: code, message}, words) {
    isUnanswered = !code;
    isBusy = code === 503;
    if (isBusy) {
      asking = setTimeout(ask, AGAIN_AFTER);
    }
    show(matching(views, words), isUnanswered ? 'No connection: only views were searched. The search goes on when the connection is back.'
      : isBusy ? 'Too many searches are running: only views were searched. The search goes on by itself.' : message);
  }

  function show(groups, problem) {
    shown = input.value;
    cursor = 0;
    options = [];
    fill(list, groups.map(group));
    const count = groups.reduce((sum, one) => sum + one.count, 0);
    write(status, problem || (shown.trim() === '' ? '' : count === 0 ? 'Nothing found' : count === 1 ? '1 result' : `${count} results`));
    status.classList.toggle('bad', problem !== '');
    mark();
    if (goesToFirst && !isBusy) {
      goesToFirst = false;
      go();
    }
  }

  function group({kind, count, found}) {
    const {title, list: address, show: shownAs} = KINDS[kind];
    const rest = count - found.length;
    const heading = `found-${kind}`;
    return el('div', {role: 'group', 'aria-labelledby': heading},
      el('h3', {id: heading, role: 'presentation'}, title, el('small', {}, ` ${count}`)),
      found.map(one => option(shownAs(one, shown))),
      rest === 0 ? null : address ? option({href: address + encodeURIComponent(shown), name: `and ${rest} more`, more: ''})
        : el('p', {class: 'note', role: 'presentation'}, `and ${rest} more`));
  }

  function option({href, name, more}) {
    const made = el('a', {href, role: 'option', id: 'found-' + options.length, tabindex: -1, 'aria-selected': 'false', onclick: clicked},
      el('bdi', {class: 'name'}, name), el('span', {class: 'more'}, more));
    options.push(made);
    return made;
  }

  /** A click with Ctrl opens another tab. */
  function clicked(event) {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
      leave();
    }
  }

  function mark() {
    options.forEach((one, i) => one.setAttribute('aria-selected', String(i === cursor)));
    const current = options[cursor];
    current ? input.setAttribute('aria-activedescendant', current.id) : input.removeAttribute('aria-activedescendant');
    current?.scrollIntoView({block: 'nearest'});
  }

  function key(event) {
    if (event.isComposing) {
      return;
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      cursor = Math.max(0, Math.min(options.length - 1, cursor + (event.key === 'ArrowDown' ? 1 : -1)));
      mark();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (shown === input.value) {
        go();
      } else {
        goesToFirst = true;
        ask();
      }
    }
  }

  /** Opens the result at the cursor. */
  function go() {
    if (options[cursor]) {
      location.href = options[cursor].href;
      leave();
    }
  }

  /** Closes the dialog for another view, which gets the focus. */
  function leave() {
    dialog.close();
    document.getElementById('view').focus();
  }

  function close() {
    clearTimeout(asking);
    turn += 1;
    reconnected = () => {};
    dialog.remove();
  }

  reconnected = () => isUnanswered && ask();
  document.body.append(dialog);
  dialog.showModal();
  changed();
}

/** The views that words match, as a group; none if there are none. */
function matching(views, words) {
  const matches = filterOf(words);
  const rank = rankOf(words);
  const found = views.filter(({title}) => matches({texts: [title]})).map(view => ({...view, rank: rank(view.title)})).sort((one, other) => one.rank - other.rank);
  return found.length === 0 ? [] : [{kind: 'VIEW', count: found.length, rank: found[0].rank, found}];
}
