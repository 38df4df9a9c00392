/**
 * The farm live in a browser. In: {@code metrics.live}, {@code metrics.rejected}, {@code alarms.state}, the rules, the store, Weir's own meters.
 * Out: a page and what it asks for (docs/dashboard.md), and what operators say, to {@code alarms.commands}. {@code live} and {@code alarm} are
 * what is known, {@code kafka} reads it, {@code history} asks the store, {@code http} answers browsers; here they are put together.
 */
@NullMarked
package io.weir.dashboard;

import org.jspecify.annotations.NullMarked;
