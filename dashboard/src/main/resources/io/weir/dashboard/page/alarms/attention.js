// Reports new alarms by sound and by notifications, in every view. The button in the header opens
// the choices, and shows whether the sound is on or muted.

import {el, fill, write} from '../dom.js';
import {stream} from '../api.js';
import {moment} from '../times.js';
import * as bell from './bell.js';
import {choices, choose, LEAST, MUTES} from './choices.js';
import {NewAlarms} from './newalarms.js';
import {notify, obstacle, permit} from './notices.js';

const SHOW_EVERY = 1_000;

/** Offers the choices by a button, and watches the alarms as chosen. */
export function offerAttention(button) {
  let end = null;
  // A screen reader announces changes, such as the end of a mute.
  const status = el('span', {role: 'status', class: 'unseen'});
  button.after(status);

  function notifies() {
    return choices().notify && obstacle() === '';
  }

  /** Follows the alarms, in a hidden tab too, while new ones are reported. */
  function follow() {
    const isOn = bell.isOn() || notifies();
    if (isOn && end === null) {
      const newAlarms = new NewAlarms();
      end = stream('api/alarms/live', {alarms: news => report(newAlarms.take(news, choices().least))}, {always: true});
    } else if (!isOn && end !== null) {
      end();
      end = null;
    }
  }

  function report(alarms) {
    if (alarms.length > 0 && choices().mutedUntil === 0) {
      bell.ring();
      notifies() && notify(alarms);
    }
  }

  function show() {
    follow();
    const {mutedUntil} = choices();
    const on = [bell.isOn() && 'Sound', notifies() && 'Notifications'].filter(one => one).join(' and ').replace('and N', 'and n');
    const text = on === '' ? 'Sound off' : mutedUntil ? 'Muted until ' + moment(mutedUntil) : on + ' on';
    if (button.textContent !== text) {
      write(status, button.textContent === '' ? '' : text);
      write(button, text);
    }
  }

  button.addEventListener('click', () => open(show));
  show();
  setInterval(show, SHOW_EVERY);
}

/** Opens the choices. */
function open(changed) {
  const {least, notify: isNotifying} = choices();
  const trouble = el('p', {class: 'error', role: 'alert'});
  const severity = el('select', {onchange: () => choose({least: severity.value})},
    Object.entries(LEAST).map(([value, text]) => el('option', {value, selected: value === least}, text)));
  const sound = el('input', {type: 'checkbox', checked: bell.isOn(), onchange: () => {
    bell.turn(sound.checked);
    show();
  }});
  const notes = el('input', {type: 'checkbox', checked: isNotifying && obstacle() === '', onchange: async () => {
    const why = notes.checked ? await permit() : '';
    notes.checked &&= why === '';
    fill(trouble, why);
    choose({notify: notes.checked});
    show();
  }});
  const mutes = el('div', {class: 'bar', role: 'group', 'aria-label': 'Mute'});
  function show() {
    const {mutedUntil} = choices();
    fill(mutes, 'Mute for', Object.entries(MUTES).map(([text, millis]) =>
      el('button', {type: 'button', onclick: () => mute(Date.now() + millis)}, text)),
    mutedUntil ? el('button', {type: 'button', onclick: () => mute(0)}, 'Unmute') : null,
    mutedUntil ? el('span', {class: 'note'}, 'Muted until ' + moment(mutedUntil)) : null);
    changed();
  }
  function mute(until) {
    choose({mutedUntil: until});
    show();
    mutes.querySelector('button').focus();
  }
  const dialog = el('dialog', {class: 'attention', 'aria-labelledby': 'attention-title', onclose: () => dialog.remove()},
    el('h2', {id: 'attention-title'}, 'New alarms'),
    el('label', {}, 'Severity, also of the number in the title', severity),
    el('label', {class: 'check'}, sound, 'Sound'),
    el('p', {class: 'note'}, 'Browsers permit sound only after a click or a key on the page, so the sound is off after each load.'),
    el('label', {class: 'check'}, notes, 'Notifications of the browser'), trouble,
    mutes,
    el('p', {class: 'note'}, 'A mute ends by itself. It does not affect the number in the title.'),
    el('div', {class: 'buttons'}, el('button', {type: 'button', onclick: () => dialog.close()}, 'Close')));
  show();
  document.body.append(dialog);
  dialog.showModal();
}
