package io.weir.gateway.mqtt;

import io.weir.contract.config.YamlSection;
import io.weir.contract.service.StartException;
import io.weir.gateway.consume.MessageMapping;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.mapping.RecordMapping;
import io.weir.gateway.mqtt.TopicTemplate.Kind;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.MappingKeys;
import io.weir.gateway.setting.Precision;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The keys of an MQTT input for what its messages contain. */
record MqttPayloadKeys(
        InputName input, Format format, StampUnit precision, MappingKeys json, Optional<String> measurement) {
    private enum Format {
        LINE,
        JSON,
        VALUE
    }

    public static MqttPayloadKeys read(InputName name, YamlSection section, List<TopicTemplate> topics) {
        MqttPayloadKeys keys = new MqttPayloadKeys(
                name,
                section.choice(
                                "format",
                                Format.class,
                                "line protocol; JSON records, which need mapping; or a number, which needs measurement")
                        .or(Format.LINE),
                Precision.read(section),
                MappingKeys.read(name, section),
                section.text("measurement", "of numbers whose topic has no {measurement}")
                        .optional());
        keys.refuseUseless(section, topics);
        return keys;
    }

    private void refuseUseless(YamlSection section, List<TopicTemplate> topics) {
        if (format != Format.JSON && section.has("mapping")) {
            section.refuse("mapping", "has an effect only on JSON", "set format: json, or remove it");
        }
        if (format != Format.LINE && section.has("precision")) {
            section.refuse("precision", "has an effect only on line protocol", "remove it; JSON has mapping.precision");
        }
        if (format != Format.VALUE && section.has("measurement")) {
            section.refuse("measurement", "has an effect only on numbers", "set format: value, or remove it");
        }
        boolean namesPart = topics.stream().anyMatch(topic -> topic.has(Kind.MEASUREMENT) || topic.has(Kind.FIELD));
        if (format != Format.VALUE && namesPart) {
            section.refuse(
                    "topics",
                    "name {measurement} or {field}, which the messages themselves have",
                    "set format: value, or replace it by + or a tag");
        }
        if (format == Format.VALUE && measurement.isPresent() && areComplete(topics)) {
            section.refuse("measurement", "has no effect: all topics have {measurement}", "remove it");
        }
    }

    private static boolean areComplete(List<TopicTemplate> topics) {
        return !topics.isEmpty() && topics.stream().allMatch(topic -> topic.has(Kind.MEASUREMENT));
    }

    /**
     * Checks the keys of an input that is opened.
     *
     * @throws StartException if the format needs a further key
     */
    void requireComplete(List<TopicTemplate> topics) {
        if (format == Format.JSON) {
            json.mapping();
        } else if (format == Format.VALUE && measurement.isEmpty() && !areComplete(topics)) {
            throw new StartException("input " + input.text() + " has no measurement; set " + input.key("measurement")
                    + ", or name a level {measurement} in each of its topics");
        }
    }

    /** Creates what turns messages of these topics into lines. */
    Function<LineIntake, MessageMapping> mapping(List<TopicTemplate> topics) {
        return switch (format) {
            case LINE -> lines -> MqttMapping.ofLines(lines, topics, precision);
            case JSON -> {
                RecordMapping mapping = json.mapping();
                yield lines -> MqttMapping.ofJson(lines, topics, mapping);
            }
            case VALUE -> lines -> MqttMapping.ofValues(lines, topics, measurement.orElse(""));
        };
    }
}
