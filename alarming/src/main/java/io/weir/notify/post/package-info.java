/**
 * Posts bodies to a receiver over HTTP: what an answer means, how long to wait, what is said and counted. In: bytes. Out: requests.
 * Knows neither alarms nor Kafka.
 */
@NullMarked
package io.weir.notify.post;

import org.jspecify.annotations.NullMarked;
