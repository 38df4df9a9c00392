// Units of fields, from the last word of their names, as Prometheus and many agents write them.

const UNITS = {
  bytes: 'B', percent: '%', pct: '%', seconds: 's', milliseconds: 'ms', ms: 'ms', celsius: '°C', rpm: 'rpm',
  volts: 'V', watts: 'W', amperes: 'A', joules: 'J', hertz: 'Hz', bits: 'bit', packets: 'packets',
};

/** The unit of a line; an empty text if its name states none. */
export function unitOf({measurement, field}) {
  return unit(field) ?? (field === 'value' ? unit(measurement) : undefined) ?? '';
}

function unit(name) {
  const word = name.toLowerCase().split(/[_.]/).filter(part => part !== 'total').pop();
  return Object.hasOwn(UNITS, word ?? '') ? UNITS[word] : undefined;
}
