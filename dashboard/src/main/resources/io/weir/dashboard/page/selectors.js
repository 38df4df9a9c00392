// Selectors in the format of the API, and names of the lines that they match.

import {hostOf} from './hosts.js';

/** A selector as text. */
export function spell({measurement, tags, field}) {
  const escape = text => text.replace(/[ ,=]/g, '\\$&');
  return !measurement ? '' : measurement.replace(/[ ,]/g, '\\$&') + Object.entries(tags).map(([key, value]) => ',' + escape(key) + '=' + escape(value)).join('')
    + (field ? ' ' + field.replace(/ /g, '\\ ') : '');
}

/** The reverse of `spell`. */
export function read(text) {
  const parts = [''];
  let field = null;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (letter === '\\' && i + 1 < text.length && ' ,='.includes(text[i + 1])) {
      parts[parts.length - 1] += text[++i];
    } else if (letter === ' ') {
      field = text.slice(i + 1).trim().replaceAll('\\ ', ' ');
      break;
    } else if (letter === ',' || letter === '=' && parts.length % 2 === 0) {
      parts.push('');
    } else {
      parts[parts.length - 1] += letter;
    }
  }
  // Avoids the properties that every object has, in case a tag has such a name.
  const tags = Object.create(null);
  for (let i = 1; i + 1 < parts.length; i += 2) {
    tags[parts[i]] = parts[i + 1];
  }
  return {measurement: parts[0], tags, field: field === '*' || field === null ? '' : field};
}

/**
 * A selector that matches only this value of the tag; a value for the tag in the selector remains.
 */
export function narrowed(selector, tag, value) {
  const {measurement, tags, field} = read(selector);
  return spell({measurement, tags: {[tag]: value, ...tags}, field});
}

/** The keys of tags in which lines differ. */
export function differing(names) {
  return [...new Set(names.flatMap(name => Object.keys(name.tags)))].filter(key => new Set(names.map(name => name.tags[key])).size > 1).sort();
}

/** For each line, the parts of its name in which it differs from others. */
export function labels(names) {
  const differs = pick => new Set(names.map(pick)).size > 1;
  const keys = differing(names);
  const withMeasurement = differs(name => name.measurement);
  const withField = differs(name => name.field);
  return names.map(({measurement, tags, field, before}) => {
    const parts = [withMeasurement ? measurement : null, withField ? field : null, ...keys.map(key => tags[key])].filter(part => part);
    return [...(parts.length ? parts : [measurement + ' ' + field]), ...(before ? [before] : [])].join(' · ');
  });
}

/** The host of a line, or else its measurement and field. */
export function host({measurement, tags, field}) {
  return hostOf(tags) ?? measurement + ' ' + field;
}

/** The full name of a line. */
export function title({measurement, tags, field, before}) {
  return measurement + ' ' + field + (before ? ', ' + before : '') + '\n' + Object.entries(tags).map(([key, value]) => key + ' = ' + value).join('\n');
}
