// The title of the page: the shown view, after a notice that must be seen in another tab too.

let view = '';
let notice = '';

/** Sets the name of the shown view. */
export function setTitle(text) {
  view = text;
  write();
}

/** Sets the notice before the name; empty for none. */
export function setNotice(text) {
  notice = text;
  write();
}

function write() {
  const title = (notice && notice + ' · ') + view + ' – Weir';
  if (document.title !== title) {
    document.title = title;
  }
}
