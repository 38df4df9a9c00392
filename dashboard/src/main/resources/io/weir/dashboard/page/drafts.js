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
}
