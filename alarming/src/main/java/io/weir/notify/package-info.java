/**
 * Notifications: sends active alarms to Alertmanager, and every transition to a webhook. In:
 * {@code alarms.state}, {@code alarms.events}. Out: HTTP requests. It is a separate service, so
 * that a slow or unavailable receiver does not delay alarms. Must not import alarming. This package
 * assembles {@code alertmanager} and {@code webhook}.
 */
@NullMarked
package io.weir.notify;

import org.jspecify.annotations.NullMarked;
