/**
 * The list of the kinds of inputs.
 *
 * <p>In: sections of the gateway's YAML. Out: {@link io.weir.gateway.setting.InputSettings}, which
 * open an {@link io.weir.gateway.intake.Input}. Only this package depends on all inputs; inputs do
 * not depend on each other.
 */
@NullMarked
package io.weir.gateway.input;

import org.jspecify.annotations.NullMarked;
