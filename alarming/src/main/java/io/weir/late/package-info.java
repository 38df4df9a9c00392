/**
 * Rounds of late rules: queries on stored history, at aligned times. Pure logic: it reads no clock and no topic, and
 * reads history by a {@code SeriesSource}. No service runs it yet (docs/decisions/0029-late-alarms.md).
 */
@NullMarked
package io.weir.late;

import org.jspecify.annotations.NullMarked;
