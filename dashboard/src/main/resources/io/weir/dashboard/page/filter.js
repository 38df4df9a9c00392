// What a user types to filter a list.

/** The rank of a name in which no word is. */
const FARTHEST = 3;

/**
 * A filter: a function of {texts, tags}, where tags map keys to values. All words must match: a word
 * is a part of a text; with * or ? it is the whole of a text or of a part between slashes and
 * spaces; key=value is the value of a tag, or a part of a text; -word excludes what the word matches.
 */
export function filterOf(text) {
  const tests = wordsOf(text).map(({word, isNot}) => ({matches: test(word), isNot}));
  return ({texts, tags = {}}) => {
    if (tests.length === 0) {
      return true;
    }
    const lower = texts.map(one => one.toLowerCase());
    const pairs = Object.entries(tags).map(([key, value]) => [key.toLowerCase(), value.toLowerCase()]);
    const all = lower.concat(pairs.map(([, value]) => value));
    return tests.every(({matches, isNot}) => matches(all, pairs) !== isNot);
  };
}

/**
 * How closely a filter matches a name, for the best first: a function of the name. 0 if a word is the
 * whole name, or a whole part between slashes and spaces; 1 if one begins the name or a part; 2 if
 * one is in the name; 3 if none is.
 */
export function rankOf(text) {
  const words = wordsOf(text).filter(({isNot}) => !isNot).map(({word}) => word);
  return name => Math.min(FARTHEST, ...words.map(word => rank(word, name.toLowerCase())));
}

function wordsOf(text) {
  return text.toLowerCase().split(/\s+/).map(word => word.startsWith('-') ? {word: word.slice(1), isNot: true} : {word, isNot: false}).filter(({word}) => word);
}

function test(word) {
  const at = word.indexOf('=');
  const inTexts = hasWildcard(word) ? all => all.some(one => isWholePart(word, one)) : all => all.some(one => one.includes(word));
  if (at <= 0) {
    return inTexts;
  }
  const [key, value] = [word.slice(0, at), word.slice(at + 1)];
  return (all, pairs) => pairs.some(([name, one]) => name === key && isWhole(value, one)) || inTexts(all);
}

function rank(word, name) {
  if (hasWildcard(word)) {
    return isWholePart(word, name) ? 0 : FARTHEST;
  }
  return name.includes(word) ? Math.min(...[name, ...partsOf(name)].map(part => part === word ? 0 : part.startsWith(word) ? 1 : 2)) : FARTHEST;
}

function hasWildcard(word) {
  return /[*?]/.test(word);
}

function isWholePart(pattern, text) {
  return isWhole(pattern, text) || partsOf(text).some(part => isWhole(pattern, part));
}

function partsOf(text) {
  return text.split(/[\s/]+/);
}

/**
 * Whether a pattern with * and ? is the whole of a text. Takes at most pattern × text steps, because
 * only the last star is ever extended; a regular expression would take far longer for some patterns.
 */
function isWhole(pattern, text) {
  let at = 0;
  let star = -1;
  let starText = 0;
  for (let i = 0; i < text.length;) {
    if (pattern[at] === '*') {
      star = at++;
      starText = i;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[i])) {
      at++;
      i++;
    } else if (star >= 0) {
      at = star + 1;
      i = ++starText;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') {
    at++;
  }
  return at === pattern.length;
}
