package io.weir.standalone.doctor;

import io.weir.contract.topic.TopicDeclaration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.TopicConfig;

/** Whether topics match their declarations, or differ in a way that works. */
final class TopicsCheck {
    private static final int SAFE_REPLICATION = 3;
    private static final int SAFE_IN_SYNC = 2;
    private static final long FOR_EVER = -1;

    private final TopicDeclaration declared;
    private final TopicFacts has;
    private final String about;
    private final List<Finding> findings = new ArrayList<>();

    private TopicsCheck(TopicDeclaration declared, TopicFacts has) {
        this.declared = declared;
        this.has = has;
        this.about = "topic " + declared.name();
    }

    /**
     * Returns at least one finding for each declared topic.
     *
     * @param brokers the number of brokers
     */
    static List<Finding> of(List<TopicDeclaration> declared, Map<String, TopicFacts> topics, int brokers) {
        List<Finding> findings = new ArrayList<>();
        for (TopicDeclaration each : declared) {
            TopicFacts has = topics.get(each.name());
            if (has == null) {
                findings.add(Finding.warning(
                        "topic " + each.name(),
                        "does not exist, or this user may not describe it",
                        "the first service with the right to do so creates it at its start, or weir acls"
                                + " --apply does"));
            } else {
                findings.addAll(new TopicsCheck(each, has).inspect(brokers));
            }
        }
        return findings;
    }

    private List<Finding> inspect(int brokers) {
        served();
        partitions();
        replicas(brokers);
        if (has.configs().isEmpty()) {
            findings.add(Finding.warning(
                    about,
                    "this user may not read its settings",
                    "use a user with the right to describe configs (WEIR_KAFKA_USER)"));
        }
        cleanup();
        atLeast(
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                true,
                "larger batches are refused, and their service waits or loses them");
        atLeast(TopicConfig.RETENTION_MS_CONFIG, false, "a consumer that is away for longer misses records");
        atLeast(TopicConfig.RETENTION_BYTES_CONFIG, false, "a consumer that is away for longer misses records");
        atLeast(
                TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG,
                true,
                "batches that a gateway has spooled for longer are refused");
        if (findings.isEmpty()) {
            findings.add(Finding.ok(about, has.partitions() + " partitions, " + has.replication() + " replicas"));
        }
        return findings;
    }

    private void served() {
        if (has.leaderless() > 0) {
            findings.add(Finding.error(
                    about, has.leaderless() + " partitions have no leader", "start the brokers that have them"));
        } else if (has.outOfSync() > 0) {
            findings.add(Finding.warning(
                    about,
                    has.outOfSync() + " partitions have replicas that are not in sync",
                    "see which broker is away or slow: kafka-topics.sh --bootstrap-server HOST:PORT"
                            + " --describe --under-replicated-partitions"));
        }
    }

    private void partitions() {
        if (has.partitions() != declared.partitions()) {
            String remedy = declared.partitions() == 1
                    ? "delete it: its records are lost, and a service creates it again"
                    : "set kafka.partitions (WEIR_KAFKA_PARTITIONS) to its number of partitions, the same"
                            + " for all services and for this command";
            findings.add(Finding.error(
                    about, "has " + has.partitions() + " partitions, not " + declared.partitions(), remedy));
        }
    }

    private void replicas(int brokers) {
        if (has.replication() < declared.replication()) {
            findings.add(Finding.warning(
                    about,
                    "has " + has.replication() + " replicas, not " + declared.replication(),
                    "kafka-reassign-partitions.sh adds replicas"));
        } else if (brokers >= SAFE_REPLICATION && has.replication() < SAFE_REPLICATION) {
            findings.add(Finding.warning(
                    about,
                    "has " + has.replication() + " replicas, and there are " + brokers + " brokers",
                    "with kafka.replication: 3 a broker may be lost; kafka-reassign-partitions.sh adds replicas"));
        }
        Optional<Long> inSync = number(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
        if (inSync.isEmpty()) {
            return;
        }
        if (inSync.get() > has.replication()) {
            findings.add(Finding.error(
                    about,
                    TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG + "=" + inSync.get() + ", more than its "
                            + has.replication() + " replicas: nothing can be written",
                    alter(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, has.replication())));
        } else if (has.replication() >= SAFE_REPLICATION && inSync.get() < SAFE_IN_SYNC) {
            findings.add(Finding.warning(
                    about,
                    TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG + "=" + inSync.get()
                            + ": records that only one broker has are lost with it",
                    alter(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, SAFE_IN_SYNC)));
        }
    }

    private void cleanup() {
        String key = TopicConfig.CLEANUP_POLICY_CONFIG;
        String wanted = declared.configs().getOrDefault(key, "");
        String value = has.configs().getOrDefault(key, wanted);
        if (!value.equals(wanted)) {
            findings.add(Finding.error(
                    about,
                    key + "=" + value + ", not " + wanted
                            + (wanted.equals("compact") ? ": current values are deleted" : ": records are deleted"),
                    alter(key, wanted)));
        }
    }

    /**
     * Checks a minimum. A lower value breaks something, or is an administrator's choice that is
     * rarely intended.
     *
     * @param breaks whether a lower value breaks something
     */
    private void atLeast(String key, boolean breaks, String why) {
        Optional<Long> value = number(key);
        String wanted = declared.configs().get(key);
        if (wanted == null || value.isEmpty()) {
            return;
        }
        long least = Long.parseLong(wanted);
        boolean isLess = value.get() != FOR_EVER && value.get() < least;
        if (isLess) {
            String says = key + "=" + value.get() + ", less than " + least + ": " + why;
            findings.add(
                    breaks
                            ? Finding.error(about, says, alter(key, least))
                            : Finding.warning(about, says, "if that is not intended: " + alter(key, least)));
        }
    }

    private Optional<Long> number(String key) {
        return Optional.ofNullable(has.configs().get(key))
                .filter(text -> text.matches("-?\\d{1,19}"))
                .map(Long::valueOf);
    }

    private String alter(String key, Object value) {
        return "kafka-configs.sh --bootstrap-server HOST:PORT --alter --entity-type topics --entity-name "
                + declared.name() + " --add-config " + key + "=" + value;
    }
}
