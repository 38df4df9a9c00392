/** How Weir itself is doing. In: its meters, once a second. Out: rates, losses, their last minutes. Pure. */
@NullMarked
package io.weir.dashboard.pulse;

import org.jspecify.annotations.NullMarked;
