/**
 * All of Weir in one process, and the {@code weir} command.
 *
 * <p>Input: a command line. Output: running services, with an embedded broker and store unless
 * others are named. Allowed imports: every service, picocli, and in {@code embedded} alone the
 * broker's internals.
 */
@NullMarked
package io.weir.standalone;

import org.jspecify.annotations.NullMarked;
