// The title of the page: what must be seen in another tab too, then the shown view.

const MARKS = {MAJOR: '‼', MINOR: '!', INVALID: '?'};

let view = '';
let notice = '';
let waiting = '';

/** Sets the name of the shown view. */
export function setTitle(text) {
  view = text;
  document.getElementById('heading').textContent = text;
  write();
}

/** Sets the notice before the name; empty for none. */
export function setNotice(text) {
  notice = text;
  write();
}

/** Sets the number of unacknowledged alarms, and their worst severity. */
export function setWaiting(count, worst) {
  waiting = count === 0 ? '' : `${MARKS[worst] ?? ''} (${count}) `.trimStart();
  write();
}

function write() {
  const title = waiting + (notice && notice + ' · ') + view + ' – Weir';
  if (document.title !== title) {
    document.title = title;
  }
}
