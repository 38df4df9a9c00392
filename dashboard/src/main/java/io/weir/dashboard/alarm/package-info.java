/**
 * Alarms for the page, and operators' commands. In: {@code alarms.state}, requests. Out: changes
 * since an earlier request, commands for {@code alarms.commands}. Pure: other packages read and
 * write the topics.
 */
@NullMarked
package io.weir.dashboard.alarm;

import org.jspecify.annotations.NullMarked;
