/**
 * Series in InfluxDB 1.x, and in buckets of 2.x, where each field of a measurement has its samples, and tags are indexed.
 *
 * <p>In: matchers and times. Out: series, by InfluxQL over HTTP.
 */
@NullMarked
package io.weir.query.influxdb;

import org.jspecify.annotations.NullMarked;
