// Hosts: the tags that name them, and links to their pages.

import {get} from './api.js';
import {el} from './dom.js';

/** Until the server has answered, its default. */
let hostTags = ['hostname', 'host'];

/** Asks for the tags that name a host; the first that a series has is used. */
export async function learnHostTags() {
  try {
    hostTags = await get('api/host-tags');
  } catch {
    // Without a connection, the default remains.
  }
}

/** The tags that may name a host. */
export function namesOfHosts() {
  return hostTags;
}

/** The host that tags name; null if they name none. */
export function hostOf(tags) {
  const key = hostTags.find(name => Object.hasOwn(tags, name));
  return key === undefined ? null : tags[key];
}

/** The value of a tag; a link to the page of the host if the tag names that of all these tags. */
export function tagValue(key, value, tags) {
  return hostTags.includes(key) && hostOf(tags) === value ? hostLink(value) : value;
}

/** The address of the page of a host. */
export function hostAddress(name) {
  return '#/host/' + encodeURIComponent(name);
}

/** A link to the page of a host; without a text, with its name. */
export function hostLink(name, properties = {}, text = name) {
  return el('a', {...properties, href: hostAddress(name)}, text);
}
