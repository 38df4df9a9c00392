// The values over the shown span: columns of tables and legends.

export const OVER_SPAN = ['Min', 'Mean', 'Max'];

/** From which values they are computed, where those are means; else an empty text. */
export function meansNote(meanMillis) {
  return meanMillis > 0 ? `Min, mean and max: computed from means over ${period(meanMillis)} where values come from the history` : '';
}

function period(millis) {
  return millis < 120_000 ? Math.round(millis / 1000) + ' s' : Math.round(millis / 60_000) + ' min';
}
