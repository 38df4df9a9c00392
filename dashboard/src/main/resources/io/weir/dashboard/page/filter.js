// What a user types to filter a list.

/**
 * A filter: a function of {texts, tags}, where tags map keys to values. All words must match: a word
 * is a part of a text; with * or ? it is the whole of a text or of a part between slashes and
 * spaces; key=value is the value of a tag, or a part of a text; -word excludes what the word matches.
 */
export function filterOf(text) {
  const words = text.toLowerCase().split(/\s+/).filter(word => word && word !== '-').map(word => word.startsWith('-') ? {...test(word.slice(1)), isNot: true} : test(word));
  return ({texts, tags = {}}) => {
    if (words.length === 0) {
      return true;
    }
    const lower = texts.map(one => one.toLowerCase());
    const pairs = Object.entries(tags).map(([key, value]) => [key.toLowerCase(), value.toLowerCase()]);
    const all = lower.concat(pairs.map(([, value]) => value));
    return words.every(({matches, isNot = false}) => matches(all, pairs) !== isNot);
  };
}

function test(word) {
  const at = word.indexOf('=');
  const inTexts = /[*?]/.test(word) ? wholes(word) : all => all.some(one => one.includes(word));
  if (at <= 0) {
    return {matches: inTexts};
  }
  const key = word.slice(0, at);
  const value = glob(word.slice(at + 1));
  return {matches: (all, pairs) => pairs.some(([name, one]) => name === key && value.test(one)) || inTexts(all)};
}

function wholes(word) {
  const pattern = glob(word);
  return all => all.some(one => pattern.test(one) || one.split(/[\s/]+/).some(part => pattern.test(part)));
}

function glob(text) {
  return new RegExp('^' + text.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*').replaceAll('?', '.') + '$');
}
