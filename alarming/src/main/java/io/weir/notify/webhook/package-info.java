/**
 * Sends every transition of an alarm to a webhook, at least once, in order. In: records of
 * {@code alarms.events}. Out: one request per transition, with a body from a template. The template
 * and the filter are logic; only {@code Webhook} and {@code WebhookDelivery} depend on Kafka.
 */
@NullMarked
package io.weir.notify.webhook;

import org.jspecify.annotations.NullMarked;
