/**
 * Log time: what the ticks in a partition say about how far the gateways have come. In: ticks. Out: a time that never goes
 * back and is the same in every replay. No clock is read here. Imports nothing of Weir.
 */
@NullMarked
package io.weir.processing.time;

import org.jspecify.annotations.NullMarked;
