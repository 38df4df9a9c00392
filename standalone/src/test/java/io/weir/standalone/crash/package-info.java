/** Processes are killed here, over and over, and what comes out must be as if nothing had happened. */
@NullMarked
package io.weir.standalone.crash;

import org.jspecify.annotations.NullMarked;
