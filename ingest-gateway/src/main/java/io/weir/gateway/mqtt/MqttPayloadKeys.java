package io.weir.gateway.mqtt;

import io.weir.contract.config.YamlSection;
import io.weir.contract.service.StartException;
import io.weir.gateway.consume.MessageMapping;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.MessageIntake;
import io.weir.gateway.mqtt.TopicTemplate.Kind;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.MessageKeys;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;

/** The keys of an MQTT input for what its messages contain. */
record MqttPayloadKeys(InputName input, MessageKeys messages, Optional<String> measurement) {

    public static MqttPayloadKeys read(InputName name, YamlSection section, List<TopicTemplate> topics) {
        MqttPayloadKeys keys = new MqttPayloadKeys(
                name,
                MessageKeys.readWithValues(name, section),
                section.text("measurement", "of numbers whose topic has no {measurement}")
                        .optional());
        keys.refuseUseless(section, topics);
        return keys;
    }

    private void refuseUseless(YamlSection section, List<TopicTemplate> topics) {
        if (!messages.areValues() && section.has("measurement")) {
            section.refuse("measurement", "has an effect only on numbers", "set format: value, or remove it");
        }
        boolean namesPart = topics.stream().anyMatch(topic -> topic.has(Kind.MEASUREMENT) || topic.has(Kind.FIELD));
        if (!messages.areValues() && namesPart) {
            section.refuse(
                    "topics",
                    "name {measurement} or {field}, which the messages themselves have",
                    "set format: value, or replace it by + or a tag");
        }
        if (messages.areValues() && measurement.isPresent() && areComplete(topics)) {
            section.refuse("measurement", "has no effect: all topics have {measurement}", "remove it");
        }
    }

    private static boolean areComplete(List<TopicTemplate> topics) {
        return !topics.isEmpty() && topics.stream().allMatch(topic -> topic.has(Kind.MEASUREMENT));
    }

    /**
     * Creates what turns messages of these topics into lines.
     *
     * @throws StartException naming all keys that an input needs which is opened
     */
    Function<LineIntake, MessageMapping> mapping(List<TopicTemplate> topics) {
        StringJoiner missing = new StringJoiner("\n");
        if (topics.isEmpty()) {
            missing.add("input " + input.text() + " has no topics; set " + input.key("topics"));
        }
        if (!messages.areValues()) {
            Function<LineIntake, MessageIntake> intakes = messages.messages(missing.toString());
            return lines -> MqttMapping.ofMessages(lines, topics, intakes.apply(lines));
        }
        if (measurement.isEmpty() && !areComplete(topics)) {
            missing.add("input " + input.text() + " has no measurement; set " + input.key("measurement")
                    + ", or name a level {measurement} in each of its topics");
        }
        if (missing.length() > 0) {
            throw new StartException(missing.toString());
        }
        return lines -> MqttMapping.ofValues(lines, topics, measurement.orElse(""));
    }
}
