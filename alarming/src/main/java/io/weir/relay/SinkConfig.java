package io.weir.relay;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Glob;
import io.weir.delivery.Begin;
import io.weir.relay.amqp.AmqpSinkSettings;
import io.weir.relay.kafka.KafkaSinkSettings;
import io.weir.relay.message.AlarmReader;
import io.weir.relay.message.Feed;
import io.weir.relay.message.RecordLayout;
import io.weir.relay.sink.SinkSettings;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Settings of one sink.
 *
 * @param name determines the consumer group
 * @param feeds the topics that are relayed
 * @param measurements which lines are relayed; empty for all
 * @param layout of lines as JSON; empty for unmodified lines
 */
public record SinkConfig(
        String name,
        Set<Feed> feeds,
        List<Glob> measurements,
        Begin begin,
        Optional<RecordLayout> layout,
        SinkSettings destination) {

    /** The environment variable with the password of a sink, to which the sink's name is appended. */
    public static final String PASSWORD = "WEIR_SINK_PASSWORD_";

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

    /** Copies the collections. */
    public SinkConfig {
        feeds = Set.copyOf(feeds);
        measurements = List.copyOf(measurements);
    }

    /**
     * Reads the settings of a sink.
     *
     * @throws Refusal if the name is invalid
     */
    static SinkConfig read(String name, YamlSection section) {
        if (!NAME.matcher(name).matches()) {
            throw new Refusal(
                    Refusal.quote(name) + " is not a valid name of a sink", "at most 40 of a-z, 0-9 and dashes");
        }
        String variable = PASSWORD + name.toUpperCase(Locale.ROOT).replace('-', '_');
        List<Feed> feeds = section.choices("read", Feed.class, "the topics that are relayed")
                .or(List.of(Feed.STORAGE));
        if (feeds.isEmpty()) {
            section.refuse("read", "is empty", "such as [storage, events]");
        }
        List<Glob> measurements = section.values(
                        "measurements", Glob::new, "globs of the measurements that are relayed")
                .or(List.of(), "all");
        Begin begin = section.choice("begin", Begin.class, "where the sink begins at its first start")
                .or(Begin.NEWEST);
        Optional<RecordLayout> layout = section.nested(
                        "mapping", RecordLayout.NONE, RecordLayout::read, "where the parts of a line are in JSON")
                .optional();
        Optional<AmqpSinkSettings> amqp = section.nested(
                        "amqp", AmqpSinkSettings.NONE, each -> AmqpSinkSettings.read(each, variable), "a RabbitMQ")
                .optional();
        Optional<KafkaSinkSettings> kafka = section.nested(
                        "kafka", KafkaSinkSettings.NONE, each -> KafkaSinkSettings.read(each, variable), "a Kafka")
                .optional();
        if (amqp.isPresent() == kafka.isPresent()) {
            section.refuse(
                    "amqp",
                    amqp.isPresent() ? "and kafka are both set" : "and kafka are both missing",
                    "a sink has one of them");
        }
        SinkSettings destination = Stream.<SinkSettings>concat(amqp.stream(), kafka.stream())
                .findFirst()
                .orElse(AmqpSinkSettings.NONE);
        if (feeds.contains(Feed.STATE) && !AlarmReader.isConstant(destination.route())) {
            section.refuse(
                    "read",
                    "has state, but " + Refusal.quote(destination.route().toString())
                            + " has names other than {measurement}, which a record that removes an alarm lacks",
                    "use only {measurement}, or read events in a sink of its own");
        }
        return new SinkConfig(name, new TreeSet<>(feeds), measurements, begin, layout, destination);
    }
}
