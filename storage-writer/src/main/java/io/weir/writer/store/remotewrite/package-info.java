/**
 * Receivers of Prometheus' remote write 1.0 and 2.0, such as Prometheus, Mimir and Thanos.
 *
 * <p>In: a URL, then canonical lines. Out: snappy-compressed protobuf messages with the samples of
 * each series in the order of time.
 */
@NullMarked
package io.weir.writer.store.remotewrite;

import org.jspecify.annotations.NullMarked;
