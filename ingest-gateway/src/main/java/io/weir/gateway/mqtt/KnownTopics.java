package io.weir.gateway.mqtt;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.mqtt.TopicTemplate.Kind;
import io.weir.gateway.mqtt.TopicTemplate.Level;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Spells what the topics of messages say, and remembers it. Belongs to one thread. */
final class KnownTopics {
    /** Characters of the topics that are remembered; beyond, all are forgotten. */
    private static final int MOST_CHARACTERS = 4 << 20;

    /** Longer topics are not remembered. */
    private static final int MOST_LENGTH = 1 << 10;

    private static final byte[] VALUE = "value".getBytes(US_ASCII);

    private final List<TopicTemplate> templates;
    /** Of lines; empty if tags are spelled. */
    private final Optional<byte[]> measurement;

    private final LineSpeller spelled = new LineSpeller(256);
    private final Map<String, Topic> known = new HashMap<>();
    private int knownCharacters;

    /**
     * The parts of a line that a topic determines.
     *
     * @param text the tags with a comma before each, or the line up to its value; empty after an error
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Topic(MqttError error, byte[] text) {
        private static Topic wrong(MqttError error) {
            return new Topic(error, new byte[0]);
        }
    }

    private KnownTopics(List<TopicTemplate> templates, Optional<byte[]> measurement) {
        this.templates = templates;
        this.measurement = measurement;
    }

    /** Spells tags. */
    static KnownTopics tags(List<TopicTemplate> templates) {
        return new KnownTopics(templates, Optional.empty());
    }

    /**
     * Spells lines up to the value of their only field.
     *
     * @param measurement of topics without one
     */
    static KnownTopics lines(List<TopicTemplate> templates, String measurement) {
        return new KnownTopics(templates, Optional.of(measurement.getBytes(UTF_8)));
    }

    Topic of(String topic) {
        Topic before = known.get(topic);
        if (before != null) {
            return before;
        }
        Topic read = read(topic);
        if (topic.length() <= MOST_LENGTH) {
            knownCharacters += topic.length();
            if (knownCharacters > MOST_CHARACTERS) {
                known.clear();
                knownCharacters = topic.length();
            }
            known.put(topic, read);
        }
        return read;
    }

    private Topic read(String topic) {
        if (topic.indexOf(PublicationGuard.REPLACED) >= 0) {
            return Topic.wrong(MqttError.BAD_TOPIC);
        }
        String[] levels = topic.split("/", -1);
        for (TopicTemplate template : templates) {
            if (template.matches(levels)) {
                spelled.clear();
                boolean isSpelled = measurement.isPresent() ? line(template, levels) : tags(template, levels);
                return isSpelled
                        ? new Topic(MqttError.NONE, Arrays.copyOf(spelled.array(), spelled.length()))
                        : Topic.wrong(MqttError.BAD_TOPIC);
            }
        }
        return Topic.wrong(MqttError.UNEXPECTED_TOPIC);
    }

    private boolean line(TopicTemplate template, String[] topic) {
        byte[] name =
                find(Kind.MEASUREMENT, template, topic).or(() -> measurement).orElseThrow();
        byte[] field = find(Kind.FIELD, template, topic).orElse(VALUE);
        return spelled.measurement(name, 0, name.length)
                && tags(template, topic)
                && spelled.fieldKey(field, 0, field.length);
    }

    private static Optional<byte[]> find(Kind kind, TopicTemplate template, String[] topic) {
        for (int i = 0; i < template.levels().size(); i++) {
            if (template.levels().get(i).kind() == kind) {
                return Optional.of(topic[i].getBytes(UTF_8));
            }
        }
        return Optional.empty();
    }

    private boolean tags(TopicTemplate template, String[] topic) {
        for (int i = 0; i < template.levels().size(); i++) {
            Level level = template.levels().get(i);
            if (level.kind() == Kind.TAG) {
                byte[] key = level.text().getBytes(UTF_8);
                byte[] value = topic[i].getBytes(UTF_8);
                if (!spelled.tagKey(key, 0, key.length) || !spelled.tagValue(value, 0, value.length)) {
                    return false;
                }
            }
        }
        return true;
    }
}
