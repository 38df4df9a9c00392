/**
 * Every transition of an alarm for a webhook, at least once, in order. In: records of {@code alarms.events}. Out: requests, one for
 * each, whose body is made by a template. The template and the filter are logic; {@code WebhookLoop} alone knows Kafka.
 */
@NullMarked
package io.weir.notify.webhook;

import org.jspecify.annotations.NullMarked;
