/**
 * Spells samples of Prometheus' data model as lines, for all inputs that receive such samples.
 *
 * <p>In: series that are spelled already, values, and native histograms. Out: lines in a {@link
 * io.weir.gateway.intake.spelling.LineSpeller}. Of the gateway it imports only {@code intake} and
 * {@code protobuf}.
 */
@NullMarked
package io.weir.gateway.prometheus;

import org.jspecify.annotations.NullMarked;
