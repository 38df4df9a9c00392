// How the page asks: answers, streams, and whether the connection holds.

/** Answers tell the time to the second: clocks that are so near are the same. */
const SAME_CLOCK_MILLIS = 3_000;
const AGAIN_MILLIS = 2_000;
const REFUSED_AGAIN_MILLIS = 10_000;
/**
 * The server sends something every five seconds at least: a stream of which nothing is heard for so long is broken. Over a slow connection a
 * large event takes longer, so the next stream has twice the time.
 */
const SILENT_MILLIS = 15_000;
const LISTEN_EVERY_MILLIS = 1_000;

const watchers = new Set();
let connected = true;
let ahead = 0;
let learned;
const isLearned = new Promise(resolve => {
  learned = resolve;
});

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

/** Now, by the clock of the server: that of this machine may be wrong. */
export function now() {
  return Date.now() + ahead;
}

/** The same, once an answer has told. */
export async function toldNow() {
  await isLearned;
  return now();
}

function learn(date) {
  const apart = Date.parse(date) - Date.now();
  ahead = Math.abs(apart) > SAME_CLOCK_MILLIS ? apart : 0;
  learned();
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
  let json;
  try {
    response = await asked;
    json = await response.json();
  } catch (e) {
    if (e.name === 'AbortError') {
      throw e;
    }
    told(false);
    // A proxy may answer instead, with a page of its own.
    throw new Error('the dashboard does not answer' + (response ? ': status ' + response.status : ''));
  }
  learn(response.headers.get('date'));
  told(true);
  if (!response.ok) {
    const error = new Error(json.error ?? 'status ' + response.status);
    error.status = response.status;
    throw error;
  }
  return json;
}

/**
 * Follows a stream until the returned function is called; handlers by the name of the event. A broken stream is begun anew, which its
 * handler `begin` is told of: what came before is to be forgotten; `refused` is told why there is none. In a tab that nobody sees it rests,
 * unless `always`: a browser has six connections to a server, for all of its tabs.
 */
export function stream(path, handlers, {always = false} = {}) {
  let source;
  let retry;
  let ended = false;
  let heardMillis;
  let patience = SILENT_MILLIS;
  function open() {
    heardMillis = Date.now();
    source = new EventSource(path);
    source.onopen = () => {
      heardMillis = Date.now();
      told(true);
      handlers.begin?.();
    };
    // The browser tries again by itself unless it was refused.
    source.onerror = () => source.readyState === EventSource.CLOSED ? refused(source) : told(false);
    for (const [event, handler] of Object.entries({...handlers, beat: () => {}})) {
      if (event !== 'begin' && event !== 'refused') {
        source.addEventListener(event, message => {
          heardMillis = Date.now();
          handler(JSON.parse(message.data));
        });
      }
    }
  }
  /** A connection may be gone without anybody having ended it. */
  function listen() {
    if (source.readyState !== EventSource.CLOSED && Date.now() - heardMillis > patience) {
      patience *= 2;
      told(false);
      source.close();
      open();
    }
  }
  async function refused(one) {
    const why = await refusal(path);
    if (ended || source !== one || isResting()) {
      return;
    }
    if (why === null) {
      told(false);
    } else {
      handlers.refused?.(why);
    }
    retry = setTimeout(open, why === null ? AGAIN_MILLIS : REFUSED_AGAIN_MILLIS);
  }
  function isResting() {
    return document.hidden && !always;
  }
  function look() {
    if (isResting()) {
      clearTimeout(retry);
      source.close();
    } else if (source.readyState === EventSource.CLOSED) {
      clearTimeout(retry);
      open();
    }
  }
  open();
  const listening = setInterval(listen, LISTEN_EVERY_MILLIS);
  document.addEventListener('visibilitychange', look);
  return () => {
    ended = true;
    clearInterval(listening);
    document.removeEventListener('visibilitychange', look);
    clearTimeout(retry);
    source.close();
  };
}

/** Why there is no stream at a path, for people; null if nobody says. */
async function refusal(path) {
  const abort = new AbortController();
  try {
    const response = await fetch(path, {signal: abort.signal});
    return response.ok ? null : (await response.json()).error ?? null;
  } catch (e) {
    return null;
  } finally {
    abort.abort();
  }
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
