package io.weir.relay.amqp;

import io.weir.contract.amqp.AmqpBroker;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.alarm.MessageTemplate;
import io.weir.contract.service.KafkaSettings;
import io.weir.relay.sink.Sink;
import io.weir.relay.sink.SinkSettings;

/**
 * Settings of a sink in RabbitMQ.
 *
 * @param exchange must exist; empty for the default exchange, where the routing key names a queue
 * @param route template of the routing key
 */
public record AmqpSinkSettings(AmqpBroker broker, String exchange, MessageTemplate route) implements SinkSettings {

    private static final MessageTemplate SAME = MessageTemplate.of("{measurement}");

    /** Replaces invalid settings. */
    public static final AmqpSinkSettings NONE = new AmqpSinkSettings(AmqpBroker.LOCAL, "", SAME);

    /**
     * Reads the section {@code amqp} of a sink.
     *
     * @param variable the environment variable with the password
     */
    public static AmqpSinkSettings read(YamlSection section, String variable) {
        return new AmqpSinkSettings(
                AmqpBroker.read(section, variable),
                section.text("exchange", "the exchange, which must exist; empty for RabbitMQ's default exchange")
                        .required(),
                section.value("routing-key", SAME, MessageTemplate::of, "template of the routing key")
                        .or(SAME));
    }

    @Override
    public Sink open(String name, KafkaSettings own) {
        return new AmqpSink(broker, exchange, "weir-relay-" + name);
    }

    @Override
    public String shown() {
        return "exchange=" + exchange + " " + broker;
    }
}
