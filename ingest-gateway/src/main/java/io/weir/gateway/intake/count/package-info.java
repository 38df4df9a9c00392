/**
 * Counts of an input: what it received, what it refused for which reason, and the errors of Weir itself.
 * Inputs write them, the meters read them. Safe for use by several threads.
 */
@NullMarked
package io.weir.gateway.intake.count;

import org.jspecify.annotations.NullMarked;
