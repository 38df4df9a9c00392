/** The only room of the dashboard that reads Kafka itself. In: {@code metrics.live}, {@code metrics.rejected}. Out: calls of what is shown. */
@NullMarked
package io.weir.dashboard.kafka;

import org.jspecify.annotations.NullMarked;
