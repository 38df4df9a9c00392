/**
 * Posts bodies to a receiver over HTTP: evaluates answers, waits after failures, logs and counts.
 * In: bytes. Out: requests. Depends on neither alarms nor Kafka.
 */
@NullMarked
package io.weir.notify.post;

import org.jspecify.annotations.NullMarked;
