/**
 * The journal: the latest transitions of all alarms, and the filter that searches them. In:
 * transitions in the order of {@code alarms.events}. Out: those that a query matches.
 */
@NullMarked
package io.weir.dashboard.journal;

import org.jspecify.annotations.NullMarked;
