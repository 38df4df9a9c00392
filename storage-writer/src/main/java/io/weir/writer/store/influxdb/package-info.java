/**
 * InfluxDB 1.x and 2.x, with the clients of InfluxData as transport.
 *
 * <p>In: a URL, then canonical lines, which are written unmodified. Out: HTTP requests.
 */
@NullMarked
package io.weir.writer.store.influxdb;

import org.jspecify.annotations.NullMarked;
