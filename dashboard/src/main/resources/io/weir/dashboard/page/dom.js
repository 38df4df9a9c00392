// Elements from data. External data is inserted as text, never as markup.

/**
 * An element: properties that begin with "on" are listeners, the others attributes; children are
 * nodes or text.
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false).map(text));
  return element;
}

/** An element that scrolls; it has the focus while keys scroll it. */
export function scroller(label, ...children) {
  return el('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label}, ...children);
}

/** An element of a drawing, with attributes. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  element.append(...children);
  return element;
}

/** Replaces the content of an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter(child => child !== null && child !== undefined && child !== false).map(text));
  return element;
}

/** The data of the current content of elements. */
const known = new WeakMap();

/**
 * Fills an element with the result of make if the data has changed: otherwise its buttons and text
 * selections must stay.
 */
export function renew(element, data, make) {
  const json = JSON.stringify(data);
  if (known.get(element) !== json) {
    known.set(element, json);
    keepFocus(element, () => fill(element, make()));
  }
}

/**
 * Changes the content of an element. A link or button in it keeps the focus if it stays, or if the
 * new content has the same one.
 */
export function keepFocus(element, change) {
  const focused = document.activeElement;
  const isWithin = focused !== element && element.contains(focused);
  change();
  if (isWithin && document.activeElement !== focused) {
    const same = focused.isConnected ? focused : [...element.querySelectorAll(focused.tagName)].find(one => one.outerHTML === focused.outerHTML);
    same?.focus({preventScroll: true});
  }
}

function text(child) {
  return child instanceof Node ? child : String(child);
}

/** Sets the text of an element if it differs. */
export function write(element, content) {
  if (element.textContent !== content) {
    element.textContent = content;
  }
}

/** Whether a key is for the field that has the focus. */
export function isForField({target}) {
  return ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName);
}

/** Whether the page is for a wall, where plots use the available height. */
export function isWall() {
  return document.documentElement.classList.contains('wall');
}

/**
 * An element that shows several messages, each once: element, clear(), and notify(text, isWrong),
 * which returns a function that removes the message; isWrong if the user must correct something.
 */
export function notices() {
  const element = el('span', {class: 'note', role: 'status'});
  return {
    element,
    notify: (text, isWrong = false) => {
      let notice = [...element.children].find(child => child.textContent === text);
      if (!notice) {
        notice = el('span', {class: isWrong ? 'notice wrong' : 'notice'}, text);
        element.append(notice);
      }
      return () => notice.remove();
    },
    clear: () => fill(element),
  };
}

/** Three digits, with k, M or G for large numbers. */
export function short(value) {
  if (value === null || value === undefined || Number.isNaN(value)) {
    return '–';
  }
  if (typeof value === 'string') {
    return value;
  }
  const size = Math.abs(value);
  for (const [unit, letter] of [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k']]) {
    if (size >= unit * 0.9995) {
      return digits(value / unit) + ' ' + letter;
    }
  }
  return digits(value);
}

/** A number and its unit, with k, M or G before the unit; a text unchanged. */
export function amount(value, unit = '') {
  const [number, prefix = ''] = typeof value === 'string' ? [value] : short(value).split(' ');
  return [number, prefix + unit];
}

function digits(value) {
  const size = Math.abs(value);
  if (value === 0 || Number.isInteger(value) && size < 1000) {
    return String(value);
  }
  if (size < 0.001) {
    return value.toExponential(1);
  }
  return value.toFixed(size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
}

/** A duration: a number and its unit. */
export function lasting(millis) {
  return millis < 1000 ? [short(Math.round(millis)), 'ms'] : [short(millis / 1000), 's'];
}

/** The time since a moment, in words. */
export function ago(millis, now) {
  const seconds = Math.max(0, Math.round((now - millis) / 1000));
  if (seconds < 2) {
    return 'now';
  }
  for (const [unit, name] of [[86400, 'd'], [3600, 'h'], [60, 'min']]) {
    if (seconds >= unit) {
      return Math.floor(seconds / unit) + ' ' + name + ' ago';
    }
  }
  return seconds + ' s ago';
}
