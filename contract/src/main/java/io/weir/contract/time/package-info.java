/**
 * Limits on how often an action happens.
 *
 * <p>In: a monotonic time. Out: decisions. May import: only Java's own classes.
 */
@NullMarked
package io.weir.contract.time;

import org.jspecify.annotations.NullMarked;
