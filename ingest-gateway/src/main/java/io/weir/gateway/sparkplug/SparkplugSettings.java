package io.weir.gateway.sparkplug;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.consume.BrokerInput;
import io.weir.gateway.exposition.HeldBytes;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.mqtt.MqttBroker;
import io.weir.gateway.mqtt.MqttConnectionKeys;
import io.weir.gateway.mqtt.MqttSettings;
import io.weir.gateway.mqtt.TopicTemplate;
import io.weir.gateway.setting.ConsumingKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An input for Sparkplug B. It has one consumer, which sees all messages of a node in their order.
 *
 * @param groups of edge nodes; empty for all
 */
public record SparkplugSettings(
        InputName input,
        MqttSettings mqtt,
        BrokerInput.Settings consuming,
        Set<String> groups,
        String measurement,
        boolean asksForBirths)
        implements InputSettings {
    /** Part of the heap for what births announce. */
    private static final int HEAP_PER_BIRTHS = 16;

    /** The messages that are read: commands are not. */
    private static final List<String> TOPICS =
            List.of("NBIRTH/+", "NDATA/+", "NDEATH/+", "DBIRTH/+/+", "DDATA/+/+", "DDEATH/+/+");

    /** Copies the groups. */
    public SparkplugSettings {
        groups = Set.copyOf(groups);
    }

    public static SparkplugSettings read(InputName name, YamlSection section) {
        List<String> groups = section.values("groups", SparkplugSettings::group, "groups of edge nodes; default: all")
                .or(List.of());
        String measurement = section.text("measurement", "of all lines").or("sparkplug");
        boolean asksForBirths = section.flag(
                        "rebirth", "whether nodes are asked for their births if these, or other messages, are missing")
                .or(true);
        MqttSettings.Topics topics = new MqttSettings.Topics(topics(groups), Optional.empty(), true, false);
        return new SparkplugSettings(
                name,
                new MqttSettings(MqttConnectionKeys.read(section), topics),
                new BrokerInput.Settings(name.text(), 1, ConsumingKeys.messageBytes(section), false, true),
                new HashSet<>(groups),
                measurement,
                asksForBirths);
    }

    private static String group(String text) {
        return TopicTemplate.level(text);
    }

    private static List<TopicTemplate> topics(List<String> groups) {
        List<TopicTemplate> topics = new ArrayList<>();
        for (String group : groups.isEmpty() ? List.of("+") : groups) {
            for (String topic : TOPICS) {
                topics.add(TopicTemplate.of(SparkplugTopic.NAMESPACE + '/' + group + '/' + topic));
            }
        }
        return topics;
    }

    @Override
    public String name() {
        return input.text();
    }

    @Override
    public int threads() {
        return 1;
    }

    @Override
    public Input open(Intakes intakes) {
        MqttBroker broker =
                new MqttBroker(mqtt, consuming.messageBytes(), intakes.gatewayId(), intakes.counts().warnings);
        HeldBytes memory = new HeldBytes(Runtime.getRuntime().maxMemory() / HEAP_PER_BIRTHS);
        Rebirths.Commands commands = asksForBirths ? broker::publish : (topic, payload) -> {};
        return BrokerInput.open(
                broker,
                consuming,
                intakes,
                lines -> new SparkplugMapping(lines, groups, measurement, memory, commands));
    }
}
