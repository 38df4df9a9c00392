/**
 * The input for Sparkplug B: messages of edge nodes and their devices, through a broker of MQTT.
 *
 * <p>In: births, data and deaths. Out: lines with a field for each metric, and the ends of series.
 */
@NullMarked
package io.weir.gateway.sparkplug;

import org.jspecify.annotations.NullMarked;
