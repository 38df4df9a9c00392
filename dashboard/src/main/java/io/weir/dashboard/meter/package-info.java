/** All meters of the dashboard. In: counts of its readers and streams. Out: a Micrometer registry. */
@NullMarked
package io.weir.dashboard.meter;

import org.jspecify.annotations.NullMarked;
