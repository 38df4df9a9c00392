/**
 * The state of Weir itself. In: its meters, once a second; the progress of consumer groups. Out:
 * rates, losses and lags, with the last minutes of rates. Pure.
 */
@NullMarked
package io.weir.dashboard.pulse;

import org.jspecify.annotations.NullMarked;
