/**
 * Log time: the progress of the gateways, as the ticks in a partition report it. In: ticks. Out: a
 * time that is the same in every replay, and the unreliable gateways. Reads no clock. Imports only
 * the contract.
 */
@NullMarked
package io.weir.processing.time;

import org.jspecify.annotations.NullMarked;
