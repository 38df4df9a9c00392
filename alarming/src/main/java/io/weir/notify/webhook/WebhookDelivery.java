package io.weir.notify.webhook;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.delivery.Delivery;
import io.weir.notify.post.NotifierMeters;
import io.weir.notify.post.Outcome;
import io.weir.notify.post.Receiver;
import java.time.Duration;
import java.util.Deque;
import java.util.Optional;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts one transition after the other to a webhook: the next one only after the webhook accepted
 * or permanently refused the previous one.
 */
final class WebhookDelivery implements Delivery {
    private static final Logger LOG = LoggerFactory.getLogger(WebhookDelivery.class);

    private final Optional<BodyTemplate> template;
    private final EventFilter filter;
    private final Receiver receiver;
    private final NotifierMeters meters;

    WebhookDelivery(WebhookConfig config, Receiver receiver, NotifierMeters meters) {
        this.template = config.body();
        this.filter = new EventFilter(config.severities(), config.rules(), config.subtrees());
        this.receiver = receiver;
        this.meters = meters;
    }

    @Override
    public Duration deliver(Deque<ConsumerRecord<byte[], byte[]>> waiting, ObjLongConsumer<TopicPartition> done)
            throws InterruptedException {
        ConsumerRecord<byte[], byte[]> record = waiting.peek();
        if (record == null) {
            return Duration.ZERO;
        }
        Optional<byte[]> body = body(record);
        if (body.isPresent()) {
            Outcome outcome = receiver.post(body.get(), 1);
            if (outcome.isToBeRepeated()) {
                return receiver.pause();
            }
        }
        waiting.remove();
        done.accept(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
        return Duration.ZERO;
    }

    @Override
    public Optional<String> trouble() {
        return receiver.trouble();
    }

    /** Returns the body to post; empty if the record is filtered or unreadable. */
    private Optional<byte[]> body(ConsumerRecord<byte[], byte[]> record) {
        byte[] json = record.value() == null ? new byte[0] : record.value();
        AlarmEvent event;
        try {
            event = AlarmJson.readEvent(json);
        } catch (IllegalArgumentException e) {
            LOG.debug("{}-{}@{} is no transition", record.topic(), record.partition(), record.offset(), e);
            meters.unreadable();
            return Optional.empty();
        }
        // Without a template, posts the original JSON, including fields that only later versions
        // know.
        return filter.passes(event)
                ? Optional.of(template.map(made -> made.render(event)).orElse(json))
                : Optional.empty();
    }
}
