/**
 * Reads pages of meters. In: Prometheus' text format. Out: samples. May import no other package of
 * Weir.
 */
@NullMarked
package io.weir.standalone.meter;

import org.jspecify.annotations.NullMarked;
