package io.weir.contract.topic;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The topics of one Weir installation: names, partitions, retention.
 *
 * @param prefix precedes every name, so that several installations can share a Kafka; empty by
 *     default
 */
public record Topics(String prefix) {

    /**
     * The maximum size of Weir's records, in bytes, with key and headers and before compression.
     * Kafka accepts 1 MiB by default.
     */
    public static final int MAX_RECORD_BYTES = 1_000_000;

    /**
     * The maximum size of a rules version, or of a table that rules name; {@link #rules} has a
     * larger limit in Kafka.
     */
    public static final int MAX_RULES_BYTES = 8 << 20;

    // Kafka allows 249 characters in a topic's name. Streams adds the application id and store
    // names.
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._-]{0,100}");
    private static final long MIB = 1L << 20;
    private static final Duration YEAR = Duration.ofDays(365);

    /** Refuses a prefix that Kafka does not accept in a topic's name. */
    public Topics {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "topic prefix must be at most 100 of A-Z a-z 0-9 . _ -, was '" + prefix + "'");
        }
    }

    /** Line batches, as the gateways received them. */
    public String raw() {
        return prefix + "metrics.raw";
    }

    /** Line batches for the store, after suppression. */
    public String storage() {
        return prefix + "metrics.storage";
    }

    /** Line batches for the live page. */
    public String live() {
        return prefix + "metrics.live";
    }

    /** Line batches of the series that an alarm rule selects, never suppressed. */
    public String alarming() {
        return prefix + "metrics.alarming";
    }

    /**
     * Partial results of each partition of {@link #raw} for a group of series in a window; internal
     * to processing.
     */
    public String partials() {
        return prefix + "metrics.partials";
    }

    /** Empty records with which gateways measure the brokers' time. */
    public String clock() {
        return prefix + "weir.clock";
    }

    /** Refused bytes, unmodified; see {@link Rejection}. */
    public String rejected() {
        return prefix + "metrics.rejected";
    }

    /** Condition changes, keyed by alarm id; internal to alarming. */
    public String conditions() {
        return prefix + "alarms.conditions";
    }

    /** One JSON per alarm transition, keyed by alarm id; never compacted. */
    public String events() {
        return prefix + "alarms.events";
    }

    /** The current state of each alarm, JSON, keyed by alarm id. */
    public String state() {
        return prefix + "alarms.state";
    }

    /** Operators' commands, JSON, keyed by alarm id, subtree or rule. */
    public String commands() {
        return prefix + "alarms.commands";
    }

    /** The reply to each command, JSON, keyed by the command's id. */
    public String replies() {
        return prefix + "alarms.replies";
    }

    /** Actions that alarms request, JSON, keyed by alarm id. */
    public String actions() {
        return prefix + "control.actions";
    }

    /** The control system's reply to each action, JSON; its key is free. */
    public String actionReplies() {
        return prefix + "control.replies";
    }

    /** The farm state, such as the number of the run: UTF-8 text, keyed by its name. */
    public String farmState() {
        return prefix + "control.state";
    }

    /** Windows of the store's tiers that received late lines; internal to the writer. */
    public String tiers() {
        return prefix + "weir.tiers";
    }

    /** The last evaluation of each late rule, keyed by its name; internal to the service late. */
    public String late() {
        return prefix + "weir.late";
    }

    /** When each host was seen last, keyed by host; internal to the dashboard. */
    public String hosts() {
        return prefix + "weir.hosts";
    }

    /** Versions of the rule file with the tables that they name. */
    public String rules() {
        return prefix + "weir.rules";
    }

    /**
     * All topics, with the settings for creating them. Retention in bytes is per partition. Weir
     * never alters an existing topic: an operator may change any setting with Kafka's own tools.
     *
     * @param partitions the count of every topic that keeps a series on one partition
     */
    public List<TopicDeclaration> declarations(int partitions, short replication) {
        TopicDeclaration batches = TopicDeclaration.deleted(raw(), Duration.ofHours(24), 1024 * MIB)
                .partitions(partitions);
        List<TopicDeclaration> declared = List.of(
                batches,
                batches.named(storage()),
                batches.named(live()).retention(Duration.ofHours(1), 256 * MIB),
                batches.named(alarming()).retention(Duration.ofHours(6), 256 * MIB),
                batches.named(partials()).retention(Duration.ofHours(1), 256 * MIB),
                batches.named(rejected()).retention(Duration.ofDays(7), 128 * MIB),
                batches.named(clock()).retention(Duration.ofHours(1), MIB).stampedByBrokers(),
                TopicDeclaration.deleted(conditions(), Duration.ofDays(7), 512 * MIB),
                TopicDeclaration.deleted(events(), YEAR, 4096 * MIB),
                // These come before the topics of alarms, which users call "state" and "replies".
                TopicDeclaration.deleted(actionReplies(), Duration.ofDays(30), 128 * MIB),
                TopicDeclaration.compacted(farmState()).stampedByBrokers(),
                TopicDeclaration.compacted(state()),
                TopicDeclaration.deleted(commands(), Duration.ofDays(30), 128 * MIB),
                TopicDeclaration.deleted(replies(), Duration.ofDays(30), 128 * MIB),
                TopicDeclaration.deleted(actions(), YEAR, 1024 * MIB),
                TopicDeclaration.deleted(tiers(), Duration.ofDays(30), 512 * MIB),
                TopicDeclaration.compacted(late()),
                TopicDeclaration.compacted(hosts()),
                TopicDeclaration.compacted(rules()).maxRecordBytes(MAX_RULES_BYTES));
        return declared.stream().map(topic -> topic.replication(replication)).toList();
    }
}
