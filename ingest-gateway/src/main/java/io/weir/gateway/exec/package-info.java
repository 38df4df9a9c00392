/**
 * The input for the output of commands that Weir runs.
 *
 * <p>In: standard output of processes. Out: messages for a {@code MessageIntake}: the output of a run,
 * or a line of a command that is kept running.
 */
@NullMarked
package io.weir.gateway.exec;

import org.jspecify.annotations.NullMarked;
