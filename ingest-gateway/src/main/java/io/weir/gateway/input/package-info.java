/**
 * The kinds of doors: what an operator may say of each, and how it is put together from a socket and what reads its bytes.
 *
 * <p>In: sections of the gateway's YAML. Out: {@link io.weir.gateway.input.InputSettings}, which open an {@link
 * io.weir.gateway.intake.Input}. The only room that knows all doors; no door knows another.
 */
@NullMarked
package io.weir.gateway.input;

import org.jspecify.annotations.NullMarked;
