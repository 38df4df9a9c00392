// Saves a file that the page has made.

/** Saves content under a name that begins with weir and a time. */
export function save(content, type, millis, ending) {
  saveAs(`weir-${new Date(millis).toISOString().slice(0, 19).replaceAll(':', '-')}.${ending}`, content, type);
}

/** Saves content under a name. */
export function saveAs(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], {type}));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser needs the address until it has begun to save.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
