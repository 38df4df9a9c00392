/** What the fuzz tests of all doors share. In: valid packets and a seed; out: damaged ones. Imports nothing of the gateway. */
@NullMarked
package io.weir.gateway.fuzz;

import org.jspecify.annotations.NullMarked;
