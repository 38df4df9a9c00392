/**
 * Turns dotted paths into measurements, tags and fields by templates.
 *
 * <p>In: a path and its tags, as the protocol of an input has them. Out: the line up to its value.
 * {@link io.weir.gateway.path.Template} uses the words of InfluxDB's and Telegraf's graphite
 * templates. The package must not import Netty or Kafka.
 */
@NullMarked
package io.weir.gateway.path;

import org.jspecify.annotations.NullMarked;
