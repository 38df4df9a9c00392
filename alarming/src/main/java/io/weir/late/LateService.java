package io.weir.late;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Service;
import io.weir.contract.service.TopicsWait;
import io.weir.contract.service.Worker;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Resolution;
import io.weir.query.series.SeriesSource;
import io.weir.query.tier.RuleTiers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Evaluates late rules as a service. Of several instances, the one that has the partition of the topic of rounds
 * evaluates; the others wait. After a Kafka failure it begins again with the recorded rounds.
 */
public final class LateService implements Service {
    private static final Logger LOG = LoggerFactory.getLogger(LateService.class);

    private static final String NAME = "late";
    private static final Health IDLE = Health.running("another instance evaluates, or the group is joining");
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(15);
    private static final long RETRY_AFTER_MILLIS = 1_000;
    private static final long RULES_EVERY_MILLIS = 1_000;
    private static final long CLOSE_MILLIS = 4_500;

    private final LateConfig config;
    private final KafkaSettings kafka;
    private final Rules rules;
    private final LateMeters meters;
    private final Rounds rounds;
    private final TopicsWait topics;
    private final Worker worker = new Worker("weir-late", this::run);
    /** Of the rules that are evaluated: unusable ones change nothing. */
    private volatile StorageRules storage = StorageRules.NONE;

    private volatile Health health = Health.waiting("starting");

    /**
     * Creates the service without connecting; {@link #start} connects.
     *
     * @param history opens the history for the rules of storage that this service follows; the source is thread-safe
     * @param rules started and closed by this service
     */
    public LateService(
            LateConfig config,
            Function<Supplier<StorageRules>, SeriesSource> history,
            Rules rules,
            KafkaSettings kafka,
            MeterRegistry registry) {
        this.config = config;
        this.kafka = kafka;
        this.rules = rules;
        meters = LateMeters.of(registry);
        rounds = new Rounds(
                history.apply(() -> storage),
                this::resolution,
                Limits.DEFAULT.within(config.samples(), config.timeout()));
        topics = new TopicsWait(NAME, kafka, () -> {
            if (rules.start()) {
                worker.start();
            }
        });
    }

    private Resolution resolution(long time) {
        return RuleTiers.of(storage, time, 0);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void start() {
        topics.start();
    }

    @Override
    public Health health() {
        Health start = topics.health();
        return start.ready() ? health : start;
    }

    @Override
    public void close() {
        worker.end();
        rules.close();
        topics.close();
        worker.join(CLOSE_MILLIS);
    }

    private void run() throws InterruptedException {
        while (!worker.isEnding()) {
            try (Consumer<byte[], byte[]> member = open()) {
                member.subscribe(List.of(kafka.topics().late()));
                while (!worker.isEnding()) {
                    member.poll(POLL);
                    if (member.assignment().isEmpty()) {
                        waiting();
                    } else {
                        evaluate(member);
                    }
                }
                member.close(CloseOptions.timeout(Duration.ofSeconds(1)));
            } catch (KafkaException e) {
                LOG.warn("Kafka failed; late begins again with the recorded rounds reason={}", e.toString());
                health = Health.waiting("Kafka: " + e);
                worker.pause(RETRY_AFTER_MILLIS);
            } catch (RuntimeException | Error e) {
                LOG.error("late failed", e);
                health = Health.dead("failed: " + e);
                return;
            }
        }
    }

    private void waiting() {
        if (!IDLE.equals(health)) {
            LOG.info("late waits: another instance evaluates, or the group is joining");
            health = IDLE;
        }
    }

    private Consumer<byte[], byte[]> open() {
        return ConsumerSettings.member(kafka, "weir-late")
                .committedOnly()
                .with(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest")
                // The instance that evaluates keeps the partition when others join.
                .with(
                        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                        List.of(CooperativeStickyAssignor.class.getName()))
                .with(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) ANSWER_WITHIN.toMillis())
                .open();
    }

    /** Evaluates while this instance has the partition. */
    private void evaluate(Consumer<byte[], byte[]> member) {
        // The new log fences older instances: they can no longer record.
        try (RoundLog log = new RoundLog(kafka);
                Evaluations evaluations = new Evaluations(rounds, log, read(member), config, meters)) {
            LOG.info("late evaluates");
            long followed = 0;
            while (!worker.isEnding() && !member.assignment().isEmpty()) {
                long now = System.currentTimeMillis();
                if (now - followed >= RULES_EVERY_MILLIS || now < followed) {
                    rules.usable().ifPresentOrElse(file -> follow(file, evaluations, now), () -> evaluations.keep(now));
                    followed = now;
                }
                evaluations.turn(now);
                int unknown = evaluations.unknown();
                health = unknown == 0
                        ? Health.running()
                        : Health.running("the alarms of " + unknown + " late rules are unknown: see alarm weir-late");
                member.poll(POLL);
            }
        }
    }

    private void follow(RuleFile file, Evaluations evaluations, long now) {
        storage = file.storage();
        evaluations.follow(file.late(), now);
    }

    private Map<String, Round> read(Consumer<byte[], byte[]> member) {
        health = Health.waiting("reading the recorded rounds");
        Map<String, Round> recorded = new HashMap<>();
        member.seekToBeginning(member.assignment());
        for (TopicPartition partition : member.assignment()) {
            long end = member.endOffsets(List.of(partition), ANSWER_WITHIN).getOrDefault(partition, 0L);
            while (!worker.isEnding() && member.assignment().contains(partition) && member.position(partition) < end) {
                for (ConsumerRecord<byte[], byte[]> record : member.poll(POLL)) {
                    read(record, recorded);
                }
            }
        }
        return recorded;
    }

    private static void read(ConsumerRecord<byte[], byte[]> record, Map<String, Round> recorded) {
        if (record.key() == null) {
            return;
        }
        String rule = new String(record.key(), UTF_8);
        if (record.value() == null) {
            recorded.remove(rule);
            return;
        }
        try {
            recorded.put(rule, RoundLog.decode(record.value()));
        } catch (RuntimeException e) {
            LOG.error(
                    "the record of late rule {} at offset {} is unreadable; its next round begins anew: {}",
                    rule,
                    record.offset(),
                    e.toString());
        }
    }
}
