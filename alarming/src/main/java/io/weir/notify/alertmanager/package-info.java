/**
 * Alarms for Alertmanager, over its API of version 2. In: the current state of every alarm. Out: alerts, posted when something
 * changes and again every so often, as Alertmanager wants them from Prometheus: what it is not told of again is over. What an
 * alert is, {@code Alert} and {@code AlertBook} say, which know no HTTP; Kafka is known to none.
 */
@NullMarked
package io.weir.notify.alertmanager;

import org.jspecify.annotations.NullMarked;
