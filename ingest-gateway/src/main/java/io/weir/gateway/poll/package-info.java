/**
 * The common part of inputs that poll targets, independent of their protocols.
 *
 * <p>In: groups of targets, in the settings and in files. Out: turns of each target, at its moment of
 * each interval, while the target belongs to this gateway.
 */
@NullMarked
package io.weir.gateway.poll;

import org.jspecify.annotations.NullMarked;
