/**
 * The only package of the dashboard that reads Kafka itself. In: {@code metrics.live},
 * {@code metrics.rejected}, {@code alarms.events}, consumer groups. Out: calls of the packages that
 * keep what the page shows.
 */
@NullMarked
package io.weir.dashboard.kafka;

import org.jspecify.annotations.NullMarked;
