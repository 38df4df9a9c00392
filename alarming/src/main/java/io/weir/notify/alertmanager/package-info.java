/**
 * Sends alarms to Alertmanager over its API version 2. In: the current state of every alarm. Out:
 * alerts, posted on each change and again periodically, as Prometheus does: Alertmanager resolves
 * an alert that is not sent again. {@code AlertBook} is the logic and does not
 * depend on HTTP. Nothing here depends on Kafka.
 */
@NullMarked
package io.weir.notify.alertmanager;

import org.jspecify.annotations.NullMarked;
