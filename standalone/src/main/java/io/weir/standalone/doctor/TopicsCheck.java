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
                findings.add(Finding.look(
                        "topic " + each.name(),
                        "is not there, or may not be looked at",
                        "whoever starts first and may, creates it; or: weir acls --apply"));
            } else {
                findings.addAll(new TopicsCheck(each, has).look(brokers));
            }
        }
        return findings;
    }

    private List<Finding> look(int brokers) {
        served();
        partitions();
        replicas(brokers);
        if (has.configs().isEmpty()) {
            findings.add(Finding.look(
                    about,
                    "its settings may not be looked at",
                    "ask as a user who may describe configs (WEIR_KAFKA_USER)"));
        }
        cleanup();
        atLeast(
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                true,
                "larger batches are refused, and their service waits or loses them");
        atLeast(TopicConfig.RETENTION_MS_CONFIG, false, "who is away for longer finds a gap");
        atLeast(TopicConfig.RETENTION_BYTES_CONFIG, false, "who is away for longer finds a gap");
        atLeast(
                TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG,
                true,
                "what a gateway has spooled for longer is refused");
        if (findings.isEmpty()) {
            findings.add(Finding.fine(about, has.partitions() + " partitions, " + has.replication() + " replicas"));
        }
        return findings;
    }

    private void served() {
        if (has.leaderless() > 0) {
            findings.add(Finding.broken(
                    about, has.leaderless() + " partitions have no leader", "start the brokers that have them"));
        } else if (has.behind() > 0) {
            findings.add(Finding.look(
                    about,
                    has.behind() + " partitions have replicas that are not in sync",
                    "see which broker is away or slow: kafka-topics.sh --bootstrap-server HOST:PORT"
                            + " --describe --under-replicated-partitions"));
        }
    }

    private void partitions() {
        if (has.partitions() != declared.partitions()) {
            String remedy = declared.partitions() == 1
                    ? "delete it, its records are lost, and it is created anew"
                    : "set kafka.partitions (WEIR_KAFKA_PARTITIONS) to what it has, the same for all services and for"
                            + " this command";
            findings.add(Finding.broken(
                    about, "has " + has.partitions() + " partitions, not " + declared.partitions(), remedy));
        }
    }

    private void replicas(int brokers) {
        if (has.replication() < declared.replication()) {
            findings.add(Finding.look(
                    about,
                    "has " + has.replication() + " replicas, not " + declared.replication(),
                    "kafka-reassign-partitions.sh adds replicas"));
        } else if (brokers >= SAFE_REPLICATION && has.replication() < SAFE_REPLICATION) {
            findings.add(Finding.look(
                    about,
                    "has " + has.replication() + " replicas, and there are " + brokers + " brokers",
                    "with kafka.replication: 3 a broker may be lost; kafka-reassign-partitions.sh adds replicas"));
        }
        Optional<Long> inSync = number(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
        if (inSync.isEmpty()) {
            return;
        }
        if (inSync.get() > has.replication()) {
            findings.add(Finding.broken(
                    about,
                    TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG + "=" + inSync.get() + ", more than its "
                            + has.replication() + " replicas: nothing can be written",
                    alter(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, has.replication())));
        } else if (has.replication() >= SAFE_REPLICATION && inSync.get() < SAFE_IN_SYNC) {
            findings.add(Finding.look(
                    about,
                    TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG + "=" + inSync.get()
                            + ": what only one broker has is lost with it",
                    alter(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, SAFE_IN_SYNC)));
        }
    }

    private void cleanup() {
        String key = TopicConfig.CLEANUP_POLICY_CONFIG;
        String wanted = declared.configs().getOrDefault(key, "");
        String value = has.configs().getOrDefault(key, wanted);
        if (!value.equals(wanted)) {
            findings.add(Finding.broken(
                    about,
                    key + "=" + value + ", not " + wanted
                            + (wanted.equals("compact") ? ": what is still true is deleted" : ": records vanish"),
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
                            ? Finding.broken(about, says, alter(key, least))
                            : Finding.look(about, says, "if that is not meant: " + alter(key, least)));
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
