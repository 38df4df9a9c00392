/**
 * The farm live in a browser. In: {@code metrics.live}, {@code metrics.rejected},
 * {@code alarms.state}, the rules, the store, Weir's own meters. Out: a page and its endpoints
 * (docs/dashboard.md), and operators' commands to {@code alarms.commands}. {@code live} and
 * {@code alarm} keep the data, {@code kafka} reads it, {@code history} queries the store,
 * {@code http} answers browsers; this package connects them.
 */
@NullMarked
package io.weir.dashboard;

import org.jspecify.annotations.NullMarked;
