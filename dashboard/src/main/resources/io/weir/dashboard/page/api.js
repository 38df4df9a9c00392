// How the page asks: answers, streams, and whether the connection holds.

const watchers = new Set();
let connected = true;

/** Calls back with true or false whenever the connection comes or goes, and once now. */
export function onConnection(watcher) {
  watchers.add(watcher);
  watcher(connected);
}

function told(isConnected) {
  if (isConnected !== connected) {
    connected = isConnected;
    watchers.forEach(watcher => watcher(connected));
  }
}

/** The JSON at a path; an Error with what is wrong, for people, if there is none. */
export async function get(path, signal) {
  return answer(fetch(path, {signal, headers: {accept: 'application/json'}}));
}

/** The same, for what changes something. */
export async function post(path, body) {
  return answer(fetch(path, {
    method: 'POST',
    headers: {'content-type': 'application/json', 'x-weir': '1'},
    body: JSON.stringify(body),
  }));
}

async function answer(asked) {
  let response;
  try {
    response = await asked;
  } catch (e) {
    if (e.name !== 'AbortError') {
      told(false);
    }
    throw e;
  }
  told(true);
  const json = await response.json();
  if (!response.ok) {
    const error = new Error(json.error ?? 'status ' + response.status);
    error.status = response.status;
    throw error;
  }
  return json;
}

/**
 * Follows a stream until the returned function is called; handlers by the name of the event. A broken stream is begun anew, which its
 * handler `begin` is told of: what came before is to be forgotten. In a tab that nobody sees it rests, unless `always`: a browser has six
 * connections to a server, for all of its tabs.
 */
export function stream(path, handlers, {always = false} = {}) {
  let source;
  let retry;
  let ended = false;
  function open() {
    source = new EventSource(path);
    source.onopen = () => {
      told(true);
      handlers.begin?.();
    };
    source.onerror = () => {
      told(false);
      // The browser tries again by itself unless it was refused.
      if (source.readyState === EventSource.CLOSED && !ended) {
        retry = setTimeout(open, 2000);
      }
    };
    for (const [event, handler] of Object.entries(handlers)) {
      if (event !== 'begin') {
        source.addEventListener(event, message => handler(JSON.parse(message.data)));
      }
    }
  }
  function look() {
    if (document.hidden && !always) {
      clearTimeout(retry);
      source.close();
    } else if (source.readyState === EventSource.CLOSED) {
      clearTimeout(retry);
      open();
    }
  }
  open();
  document.addEventListener('visibilitychange', look);
  return () => {
    ended = true;
    document.removeEventListener('visibilitychange', look);
    clearTimeout(retry);
    source.close();
  };
}

/** Asks every so many milliseconds, one after the other, until the returned function is called. */
export function poll(path, every, handler, failed = () => {}) {
  const abort = new AbortController();
  let timer;
  async function turn() {
    try {
      handler(await get(path, abort.signal));
    } catch (e) {
      if (abort.signal.aborted) {
        return;
      }
      failed(e);
    }
    timer = setTimeout(turn, every);
  }
  turn();
  return () => {
    abort.abort();
    clearTimeout(timer);
  };
}
