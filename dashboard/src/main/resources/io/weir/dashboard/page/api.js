// Requests of the page: answers, streams, and the state of the connection.

/** Answers give the time in seconds, so clocks within this difference count as equal. */
const SAME_CLOCK_MILLIS = 3_000;
const AGAIN_MILLIS = 2_000;
const REFUSED_AGAIN_MILLIS = 10_000;
/**
 * The server sends an event at least every five seconds, so a stream that is silent for this long
 * is broken. Over a slow connection a large event takes longer, so each new stream gets twice the
 * time.
 */
const SILENT_MILLIS = 15_000;
const LISTEN_EVERY_MILLIS = 1_000;
/** The server waits 20 s for the reply to a command. */
const POST_MILLIS = 60_000;

const watchers = new Set();
/** Called when the server refuses a request: the user may have lost the session or all rights. */
const strangers = new Set();
/** Streams without events: until each is back, the page is not live, whatever other requests get. */
const silent = new Set();
let connected = true;
let ahead = 0;
let heard = Date.now();
let learned;
const isLearned = new Promise(resolve => {
  learned = resolve;
});

/** Calls back with true or false whenever the connection is made or lost, and once immediately. */
export function onConnection(watcher) {
  watchers.add(watcher);
  watcher(connected);
}

/** Calls back whenever the server refuses a request because of who sent it (401 or 403). */
export function onRefusedUser(watcher) {
  strangers.add(watcher);
}

/** When the server was last heard, by its clock. */
export function heardMillis() {
  return heard + ahead;
}

function setConnected(isConnected) {
  if (isConnected && silent.size > 0) {
    return;
  }
  if (isConnected) {
    heard = Date.now();
  }
  if (isConnected !== connected) {
    connected = isConnected;
    watchers.forEach(watcher => watcher(connected));
  }
}

/** The current time of the server's clock: that of this machine may be wrong. */
export function now() {
  return Date.now() + ahead;
}

/** The same, after the first answer. */
export async function serverNow() {
  await isLearned;
  return now();
}

function learn(date) {
  const apart = Date.parse(date) - Date.now();
  ahead = Math.abs(apart) > SAME_CLOCK_MILLIS ? apart : 0;
  learned();
}

/** Answers that were requested before they are needed, by their paths. */
const early = new Map();

/** Requests the JSON at a path now, for the next `get` of it. */
export function getEarly(path) {
  const asked = get(path);
  asked.catch(() => {});
  early.set(path, asked);
}

/** Forgets the answers that no `get` took: a later one would get an old answer. */
export function forgetEarly() {
  early.clear();
}

/** The JSON at a path. Throws an Error with a message for the user if there is none. */
export async function get(path, signal) {
  const asked = early.get(path);
  early.delete(path);
  return asked ?? answer(fetch(path, {signal, headers: {accept: 'application/json'}}));
}

/** The same for a request that changes something. */
export async function post(path, body) {
  return answer(fetch(path, {
    method: 'POST',
    signal: AbortSignal.timeout(POST_MILLIS),
    headers: {'content-type': 'application/json', 'x-weir': '1'},
    body: JSON.stringify(body),
  }));
}

function checkUser({status}) {
  if (status === 401 || status === 403) {
    strangers.forEach(watcher => watcher());
  }
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
    setConnected(false);
    // A proxy may have answered with a page of its own.
    throw new Error('The dashboard does not respond' + (response ? ': status ' + response.status : ''));
  }
  learn(response.headers.get('date'));
  setConnected(true);
  checkUser(response);
  if (!response.ok) {
    const error = new Error(json.error ?? 'status ' + response.status);
    error.status = response.status;
    throw error;
  }
  return json;
}

/**
 * Follows a stream until the returned function is called. Handlers are given by the name of the
 * event. A broken stream is opened again: the handler `begin` must then discard the earlier data.
 * The handler `refused` receives the reason for a refusal. In a hidden tab the stream is closed,
 * unless `always`: a browser has only six connections to a server, for all of its tabs.
 */
export function stream(path, handlers, {always = false} = {}) {
  let source;
  let retry;
  let ended = false;
  let eventMillis;
  let patience = SILENT_MILLIS;
  const me = {};
  function lost() {
    silent.add(me);
    setConnected(false);
  }
  function back() {
    silent.delete(me);
    setConnected(true);
  }
  function open() {
    eventMillis = Date.now();
    source = new EventSource(path);
    source.onopen = () => {
      eventMillis = Date.now();
      back();
      handlers.begin?.();
    };
    // The browser retries by itself unless the stream was refused.
    source.onerror = () => source.readyState === EventSource.CLOSED ? refused(source) : lost();
    for (const [event, handler] of Object.entries({...handlers, beat: () => {}})) {
      if (event !== 'begin' && event !== 'refused') {
        source.addEventListener(event, message => {
          eventMillis = Date.now();
          back();
          handler(JSON.parse(message.data));
        });
      }
    }
  }
  /** A connection may be lost without being closed. */
  function listen() {
    if (source.readyState !== EventSource.CLOSED && Date.now() - eventMillis > patience) {
      patience *= 2;
      lost();
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
      lost();
    } else {
      // The view shows why it is not live.
      silent.delete(me);
      handlers.refused?.(why);
    }
    retry = setTimeout(open, why === null ? AGAIN_MILLIS : REFUSED_AGAIN_MILLIS);
  }
  function isResting() {
    return document.hidden && !always;
  }
  function checkVisibility() {
    if (isResting()) {
      clearTimeout(retry);
      source.close();
      silent.delete(me);
    } else if (source.readyState === EventSource.CLOSED) {
      clearTimeout(retry);
      open();
    }
  }
  open();
  const listening = setInterval(listen, LISTEN_EVERY_MILLIS);
  document.addEventListener('visibilitychange', checkVisibility);
  return () => {
    ended = true;
    silent.delete(me);
    clearInterval(listening);
    document.removeEventListener('visibilitychange', checkVisibility);
    clearTimeout(retry);
    source.close();
  };
}

/** The reason why a stream is refused, for the user; null if unknown. */
async function refusal(path) {
  const abort = new AbortController();
  try {
    const response = await fetch(path, {signal: abort.signal});
    checkUser(response);
    return response.ok ? null : (await response.json()).error ?? null;
  } catch (e) {
    return null;
  } finally {
    abort.abort();
  }
}

/**
 * Requests a path periodically, one request after the other, until the returned function is called.
 */
export function poll(path, every, handler, failed = () => {}) {
  const abort = new AbortController();
  let timer;
  async function turn() {
    try {
      const json = await get(path, abort.signal);
      abort.signal.throwIfAborted();
      handler(json);
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
