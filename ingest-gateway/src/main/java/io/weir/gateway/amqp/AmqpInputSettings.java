package io.weir.gateway.amqp;

import io.weir.contract.amqp.AmqpBroker;
import io.weir.contract.config.YamlSection;
import io.weir.gateway.amqp.QueueDeclaration.Exchange;
import io.weir.gateway.consume.BrokerInput;
import io.weir.gateway.consume.MessageMapping;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.MessageIntake;
import io.weir.gateway.setting.ConsumingKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.MessageKeys;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** An input for messages in queues of RabbitMQ. */
public record AmqpInputSettings(
        InputName input, AmqpSettings amqp, BrokerInput.Settings consuming, MessageKeys messages)
        implements InputSettings {
    /** The variable with the password; secrets are not in the settings. */
    static final String PASSWORD = "WEIR_AMQP_PASSWORD";

    private static final int MOST_PREFETCH = 65_535;
    private static final QueueDeclaration DURABLE = new QueueDeclaration(Optional.empty(), List.of(), Map.of());

    public static AmqpInputSettings read(InputName name, YamlSection section) {
        AmqpSettings amqp = new AmqpSettings(
                AmqpBroker.read(section, PASSWORD),
                section.texts("queues", "the queues to consume").or(List.of()),
                section.integer(
                                "prefetch",
                                1,
                                MOST_PREFETCH,
                                "unacknowledged messages that a consumer holds of each queue")
                        .or(1000),
                section.nested(
                                "declare",
                                DURABLE,
                                AmqpInputSettings::declaration,
                                "declares the queues, durable; without it, they must exist")
                        .optional());
        return new AmqpInputSettings(
                name,
                amqp,
                ConsumingKeys.read(
                        name,
                        section,
                        "whether RabbitMQ gets messages back of which anything was rejected, for its dead-letter"
                                + " exchange"),
                MessageKeys.read(name, section));
    }

    private static QueueDeclaration declaration(YamlSection section) {
        Optional<String> exchange = section.text("exchange", "exchange to which the queues are bound")
                .optional();
        Optional<String> type = section.text(
                        "exchange-type",
                        "declares the exchange, durable, of this type, such as topic; without it, the exchange must exist")
                .optional();
        Optional<List<String>> keys = section.texts("routing-keys", "the keys with which the queues are bound")
                .optional();
        Map<String, Object> arguments = new HashMap<>();
        section.entries("arguments", text -> text, "arguments of the queues, such as x-queue-type")
                .optional()
                .ifPresent(texts -> texts.forEach((key, text) -> arguments.put(key, argument(text))));
        if (exchange.isEmpty() && (type.isPresent() || keys.isPresent())) {
            section.refuse(
                    type.isPresent() ? "exchange-type" : "routing-keys",
                    "has no exchange",
                    "set exchange, too, or remove it");
        } else if (exchange.isPresent() && keys.isEmpty()) {
            section.refuse("exchange", "has no routing-keys", "set them; '#' is all messages of a topic exchange");
        }
        return new QueueDeclaration(exchange.map(name -> new Exchange(name, type)), keys.orElse(List.of()), arguments);
    }

    /** Arguments have types in AMQP. */
    private static Object argument(String text) {
        if (text.matches("-?\\d{1,18}")) {
            return Long.valueOf(text);
        }
        return text.equals("true") || text.equals("false") ? Boolean.valueOf(text) : text;
    }

    @Override
    public String name() {
        return input.text();
    }

    @Override
    public int threads() {
        return consuming.consumers();
    }

    @Override
    public Input open(Intakes intakes) {
        String missing =
                amqp.queues().isEmpty() ? "input " + name() + " has no queues; set " + input.key("queues") : "";
        Function<LineIntake, MessageIntake> mapping = messages.messages(missing);
        return BrokerInput.open(
                new RabbitMq(amqp), consuming, intakes, lines -> MessageMapping.ofBodies(mapping.apply(lines)));
    }
}
