/** Alarms as alerts, in the terms of Prometheus and Alertmanager: for the notifier and the dashboard's API. */
@NullMarked
package io.weir.contract.alert;

import org.jspecify.annotations.NullMarked;
