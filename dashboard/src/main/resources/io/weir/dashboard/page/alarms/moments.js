// When an alarm was raised, acknowledged and cleared, from its events; uses no elements.

/** The end of a shelf or of a mask is no raise. */
const RAISED_FROM = ['NORMAL', 'ACKNOWLEDGED', 'RETURNED'];

const KINDS = {
  raised: {sign: '▲', variable: '--bad'},
  acknowledged: {sign: '✓', variable: '--accent'},
  cleared: {sign: '○', variable: '--good'},
};

/** Whether an event calls operators, because the alarm was raised or got worse. */
export function isRaise({from, to, command}) {
  return to === 'UNACKNOWLEDGED' && RAISED_FROM.includes(from) && !command;
}

/** The moments in events, the latest first: kind, sign, variable (of its colour), millis, and user, if an operator did it. */
export function momentsOf(events) {
  return events.map((event, i) => ({event, kind: kindOf(event, events[i + 1])})).filter(({kind}) => kind)
    .map(({event, kind}) => ({kind, ...KINDS[kind], millis: Date.parse(event.eventTime), user: kind === 'acknowledged' ? event.user : null}));
}

/** @param before the event before; undefined if unknown */
function kindOf(event, before) {
  const {from, to, severity, command} = event;
  if (command) {
    return from === 'UNACKNOWLEDGED' && to === 'ACKNOWLEDGED' || from === 'RETURNED' && to === 'NORMAL' ? 'acknowledged' : null;
  }
  const wasClear = before ? before.severity === 'OK' : from === 'NORMAL';
  return isRaise(event) || severity !== 'OK' && wasClear ? 'raised' : severity === 'OK' && !wasClear ? 'cleared' : null;
}
