// Drafts of views, kept in this tab: a user loses none by another view, a reload, or the end of the session.

const KEY = 'weir-draft-';
/** For a browser that stores nothing. */
const drafts = new Map();

/** The draft of a view: shown (the view that it changes), title and panels; undefined without one. */
export function draftOf(name) {
  try {
    return JSON.parse(sessionStorage.getItem(KEY + name)) ?? drafts.get(name);
  } catch {
    return drafts.get(name);
  }
}

/** The title of each draft, by the name of its view. */
export function allDrafts() {
  let stored = [];
  try {
    stored = Object.keys(sessionStorage).filter(key => key.startsWith(KEY)).map(key => key.slice(KEY.length));
  } catch {
    // Nothing is stored.
  }
  return new Map([...new Set([...stored, ...drafts.keys()])].map(name => [name, draftOf(name).title]));
}

/** Called after a draft ends. */
const listeners = new Set();

export function onForgotten(run) {
  listeners.add(run);
}

export function keep(name, draft) {
  drafts.set(name, structuredClone(draft));
  try {
    sessionStorage.setItem(KEY + name, JSON.stringify(draft));
  } catch {
    // The draft stays until a reload.
  }
}

export function forget(name) {
  drafts.delete(name);
  try {
    sessionStorage.removeItem(KEY + name);
  } catch {
    // Nothing is stored.
  }
  listeners.forEach(run => run());
}
