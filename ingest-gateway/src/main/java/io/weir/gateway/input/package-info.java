/**
 * The kinds of inputs: their settings, and how each is built from a socket and a reader.
 *
 * <p>In: sections of the gateway's YAML. Out: {@link io.weir.gateway.input.InputSettings}, which
 * open an {@link io.weir.gateway.intake.Input}. Only this package depends on all inputs; inputs do
 * not depend on each other.
 */
@NullMarked
package io.weir.gateway.input;

import org.jspecify.annotations.NullMarked;
