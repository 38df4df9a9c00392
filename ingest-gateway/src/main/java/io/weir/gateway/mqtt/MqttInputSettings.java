package io.weir.gateway.mqtt;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.consume.BrokerInput;
import io.weir.gateway.consume.MessageMapping;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.mqtt.MqttSettings.Topics;
import io.weir.gateway.setting.ConsumingKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** An input for messages of an MQTT broker. */
public record MqttInputSettings(
        InputName input, MqttSettings mqtt, BrokerInput.Settings consuming, MqttPayloadKeys payloads)
        implements InputSettings {
    public static MqttInputSettings read(InputName name, YamlSection section) {
        List<TopicTemplate> topics = section.values(
                        "topics",
                        TopicTemplate::of,
                        "topics to subscribe; + is any level, # at the end any number of levels, and {host} any level"
                                + " that becomes the tag host; {measurement} and {field} with format: value")
                .or(List.of());
        requireDisjoint(topics, section);
        Optional<String> share = section.value(
                        "share",
                        "weir",
                        MqttSettings::share,
                        "name of a group that shares the messages ($share/NAME/TOPIC): each goes to one consumer of"
                                + " one gateway; otherwise each gateway gets all")
                .optional();
        boolean hasRetained = section.flag(
                        "retained",
                        "whether retained messages are consumed, which the broker sends at the start of a subscription")
                .or(false);
        if (hasRetained && share.isPresent()) {
            section.refuse("retained", "has no effect with share", "brokers send no retained messages to groups");
        }
        boolean isAcknowledged = section.integer("qos", 0, 1, "highest quality of service; messages of 0 can be lost")
                        .or(1)
                == 1;
        MqttSettings mqtt = new MqttSettings(
                MqttConnectionKeys.read(section), new Topics(topics, share, isAcknowledged, hasRetained));
        BrokerInput.Settings consuming = new BrokerInput.Settings(
                name.text(),
                ConsumingKeys.consumers(section, "connections, each with a thread; several need share"),
                ConsumingKeys.messageBytes(section),
                false,
                true);
        if (consuming.consumers() > 1 && share.isEmpty()) {
            section.refuse("consumers", "would each get all messages", "set share, too, or remove it");
        }
        return new MqttInputSettings(name, mqtt, consuming, MqttPayloadKeys.read(name, section, topics));
    }

    private static void requireDisjoint(List<TopicTemplate> topics, YamlSection section) {
        for (int i = 0; i < topics.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (topics.get(i).overlaps(topics.get(j))) {
                    section.refuse(
                            "topics",
                            topics.get(j).filter() + " and " + topics.get(i).filter()
                                    + " overlap: a message could arrive twice",
                            "remove one of them");
                }
            }
        }
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
        Function<LineIntake, MessageMapping> mapping =
                payloads.mapping(mqtt.topics().templates());
        return BrokerInput.open(
                new MqttBroker(mqtt, consuming.messageBytes(), intakes.gatewayId(), intakes.counts().warnings),
                consuming,
                intakes,
                mapping);
    }
}
