/**
 * Posts bodies to a receiver over HTTP: evaluates answers, waits after failures, logs and counts.
 * In: bytes. Out: requests, and the meters of the notifier. Depends on neither alarms nor Kafka.
 */
@NullMarked
package io.weir.notify.post;

import org.jspecify.annotations.NullMarked;
