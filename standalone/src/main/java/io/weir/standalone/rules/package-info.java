/**
 * The rules that {@code weir up} and {@code weir rules} work with: which file is active, its checks
 * with a deadline, and its changes on disk.
 *
 * <p>In: paths of rule files. Out: rules for the services, texts for the terminal.
 */
@NullMarked
package io.weir.standalone.rules;

import org.jspecify.annotations.NullMarked;
