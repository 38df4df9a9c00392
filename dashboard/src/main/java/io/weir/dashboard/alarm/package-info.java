/**
 * Alarms as the page shows them, and what operators say to them. In: {@code alarms.state}, requests. Out: changes since a moment, commands for
 * {@code alarms.commands}. Pure: the topics are read and written by others.
 */
@NullMarked
package io.weir.dashboard.alarm;

import org.jspecify.annotations.NullMarked;
