/**
 * Notifications: tells Alertmanager which alarms there are, and a webhook of every transition. In: {@code alarms.state}, {@code
 * alarms.events}. Out: HTTP. A service of its own, so that no receiver that is slow or away holds up an alarm. Imports nothing
 * of alarming; here it is put together, in {@code alertmanager} and {@code webhook} it happens.
 */
@NullMarked
package io.weir.notify;

import org.jspecify.annotations.NullMarked;
