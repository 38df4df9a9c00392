/**
 * InfluxDB 3, by its {@code /api/v3/write_lp}. In: canonical lines. Out: requests with the same lines, and the lines that
 * the server names as refused. Source of the format: the documentation and the source of InfluxDB 3 Core.
 */
@NullMarked
package io.weir.writer.store.influxdb3;

import org.jspecify.annotations.NullMarked;
