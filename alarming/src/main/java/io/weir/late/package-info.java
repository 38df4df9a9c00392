/**
 * Late rules: queries on stored history, evaluated at aligned times. A round becomes lines, which alarming judges
 * (docs/decisions/0030-late-alarms.md). Stores are read by a {@code SeriesSource}.
 */
@NullMarked
package io.weir.late;

import org.jspecify.annotations.NullMarked;
