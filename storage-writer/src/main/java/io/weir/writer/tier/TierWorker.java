package io.weir.writer.tier;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.rule.Rules;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.Resumption;
import io.weir.contract.service.Worker;
import io.weir.writer.tier.TierServer.Life;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads marks of one target from {@code weir.tiers} and has the {@link Recomputer} process them.
 * Among several writers, one per target owns the topic's only partition. Offsets are committed
 * after their marks are processed, together with the server's start and current time for the next
 * owner.
 */
final class TierWorker implements ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(TierWorker.class);

    private static final Duration POLL = Duration.ofMillis(200);
    private static final long LEAST_DELAY_MILLIS = 1_000;
    private static final long LONGEST_DELAY_MILLIS = 30_000;
    private static final long CHECK_EVERY_MILLIS = 10_000;
    private static final long AFTER_FAILURE_MILLIS = 5_000;
    /** Pauses reading at this number of marks; the rest waits in Kafka. */
    private static final int MAX_MARKS = 50_000;

    private static final int RECORDS_PER_POLL = 20;
    /**
     * Maximum duration of a round, which may compute everything in raw. A killed worker is detected
     * sooner.
     */
    private static final int LONGEST_ROUND_MILLIS = 24 * 3_600_000;

    private record Noted(long offset, long atMillis, List<Mark> marks) {}

    private final byte[] target;
    private final String group;
    private final Rules rules;
    private final Recomputer recomputer;
    private final TierMeters meters;
    private final MissedRecords missed;
    private final KafkaSettings kafka;
    private final TopicPartition partition;
    private final Deque<Noted> waiting = new ArrayDeque<>();
    private final Worker worker;
    private int waitingMarks;
    private boolean isMine;
    private boolean isRestored;
    private @Nullable Life life;
    private @Nullable MarkSender sender;
    private long nextOffset;
    /** Of the record before {@link #nextOffset}: by it Kafka detects that the topic lost its end. */
    private Optional<Integer> leaderEpoch = Optional.empty();

    private long nextCheckMillis;
    private @Nullable String trouble;
    /** Shown to other threads. */
    private volatile @Nullable String defect;

    private boolean areClocksApart;

    /** Does nothing before {@link #start}. */
    TierWorker(
            String target,
            String group,
            Rules rules,
            Recomputer recomputer,
            KafkaSettings kafka,
            TierMeters meters,
            MissedRecords missed) {
        this.missed = missed;
        this.target = target.getBytes(UTF_8);
        this.group = group;
        this.worker = new Worker(group, this::work);
        this.rules = rules;
        this.recomputer = recomputer;
        this.kafka = kafka;
        this.meters = meters;
        this.partition = new TopicPartition(kafka.topics().tiers(), 0);
    }

    /** @param rest appends the windows that a round leaves for a later one */
    void start(MarkSender rest) {
        sender = rest;
        worker.start();
    }

    /** Why no round succeeds, if neither Kafka nor the store is the cause; empty after one that does. Thread-safe. */
    Optional<String> defect() {
        return Optional.ofNullable(defect);
    }

    /** Starts to end; {@link #join} waits for the end. */
    void end() {
        worker.end();
    }

    /** Interrupts the worker after that time. */
    void join(long millis) {
        worker.join(millis);
        worker.interrupt();
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        isMine = isMine || partitions.contains(partition);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        isMine = false;
        isRestored = false;
        waiting.clear();
        waitingMarks = 0;
        leaderEpoch = Optional.empty();
        meters.waiting(0);
        life = null;
    }

    private void work() throws InterruptedException {
        try (Consumer<byte[], byte[]> consumer = ConsumerSettings.member(kafka, group)
                .with(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS_PER_POLL)
                .with(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, LONGEST_ROUND_MILLIS)
                .open()) {
            consumer.subscribe(List.of(partition.topic()), this);
            Resumption resumption = new Resumption(
                    consumer,
                    missed,
                    (moved, next) -> skip(consumer, next),
                    (begun, first) -> begin(consumer, begun, first));
            while (!worker.isEnding()) {
                try {
                    turn(consumer, resumption, System.currentTimeMillis());
                } catch (IOException | RuntimeException e) {
                    failed(e);
                    worker.pause(AFTER_FAILURE_MILLIS);
                }
            }
        } catch (KafkaException e) {
            LOG.debug("ended", e);
        }
    }

    private void begin(Consumer<byte[], byte[]> consumer, TopicPartition begun, long first) {
        missed.reportUncounted(begun.topic(), begun.partition(), first, Resumption.NO_OFFSET);
        skip(consumer, first);
    }

    /**
     * Continues after deleted marks. Commits immediately, because no tier may be computed and the next
     * start would report them again. If earlier marks wait, the next round commits.
     */
    private void skip(Consumer<byte[], byte[]> consumer, long next) {
        nextOffset = next;
        leaderEpoch = Optional.empty();
        if (waiting.isEmpty()) {
            OffsetAndMetadata before = consumer.committed(Set.of(partition)).get(partition);
            String lifeText = before == null ? "" : before.metadata();
            consumer.commitSync(Map.of(partition, new OffsetAndMetadata(next, leaderEpoch, lifeText)));
        }
    }

    private void turn(Consumer<byte[], byte[]> consumer, Resumption resumption, long nowMillis) throws IOException {
        for (ConsumerRecord<byte[], byte[]> record : resumption.poll(POLL)) {
            nextOffset = record.offset() + 1;
            leaderEpoch = record.leaderEpoch();
            if (Arrays.equals(record.key(), target) && record.value() != null) {
                List<Mark> marks = Mark.read(record.value());
                waiting.add(new Noted(record.offset(), record.timestamp(), marks));
                waitingMarks += marks.size();
            }
        }
        if (isMine && !isRestored) {
            restore(consumer);
        }
        if (isMine) {
            meters.waiting(waiting.size() + consumer.currentLag(partition).orElse(0));
        }
        if (waitingMarks >= MAX_MARKS) {
            consumer.pause(consumer.assignment());
        } else {
            consumer.resume(consumer.paused());
        }
        StorageRules storage = rules.active().storage();
        boolean isTime = nowMillis >= nextCheckMillis || isDue(storage, nowMillis);
        if (isMine && !storage.computed().isEmpty() && isTime) {
            round(consumer, storage, nowMillis);
        }
    }

    private void round(Consumer<byte[], byte[]> consumer, StorageRules storage, long nowMillis) throws IOException {
        List<Mark> marks = new ArrayList<>();
        Set<Long> taken = new HashSet<>();
        boolean isFull = waitingMarks >= MAX_MARKS;
        for (Noted each : waiting) {
            if (each.atMillis() > nowMillis - delayMillis(storage)) {
                break;
            }
            // If there is no room for others, those of a table become fewer.
            if (isFull || !isHeld(storage, each)) {
                marks.addAll(each.marks());
                taken.add(each.offset());
            }
        }
        Recomputer.Round result = recomputer.run(storage, marks, life);
        append(result.open());
        // In records of their own, which wait here until the writer tries their tables again.
        append(result.refused());
        Life now = result.life();
        life = now;
        waiting.removeIf(each -> taken.contains(each.offset()));
        waitingMarks -= marks.size();
        // Everything before this offset is processed or appended again, or belongs to other targets.
        Noted next = waiting.peekFirst();
        long done = next == null ? nextOffset : next.offset();
        consumer.commitSync(Map.of(partition, new OffsetAndMetadata(done, leaderEpoch, LifeText.of(now))));
        if (nowMillis >= nextCheckMillis) {
            compareClocks(storage, now.nowMillis() - nowMillis);
            recomputer.grow(storage, windows -> append(List.of(windows)));
            nextCheckMillis = nowMillis + CHECK_EVERY_MILLIS;
        }
        if (trouble != null) {
            LOG.info("computing tiers for late lines works again");
            trouble = null;
        }
        defect = null;
    }

    /** Windows that are not computed yet wait in Kafka, as those with late lines: the offset may be committed. */
    private void append(List<Mark> rest) throws IOException {
        try {
            Objects.requireNonNull(sender, "started").send(rest, new CountDownLatch(1));
        } catch (ExecutionException e) {
            throw new IOException("Kafka does not accept the windows that remain: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Warns once each time that the clocks start to differ. */
    private void compareClocks(StorageRules storage, long differenceMillis) {
        long allowed = storage.computed().get(0).window().toMillis() / 2;
        // A store may report its time only to the second.
        boolean isApart = Math.abs(differenceMillis) > allowed + 1_000;
        if (isApart && !areClocksApart) {
            LOG.warn(
                    "the store's clock is ahead by ms={}; beyond ms={} tiers may lack late lines: synchronize the"
                            + " clocks",
                    differenceMillis,
                    allowed);
        }
        areClocksApart = isApart;
    }

    private boolean isDue(StorageRules storage, long nowMillis) {
        for (Noted each : waiting) {
            if (each.atMillis() > nowMillis - delayMillis(storage)) {
                return false;
            }
            if (!isHeld(storage, each)) {
                return true;
            }
        }
        return false;
    }

    private boolean isHeld(StorageRules storage, Noted noted) {
        return !noted.marks().isEmpty() && noted.marks().stream().allMatch(mark -> recomputer.isHeld(storage, mark));
    }

    /**
     * A computation of the store that started before the late lines arrived may still write an
     * outdated result.
     */
    private static long delayMillis(StorageRules storage) {
        long finest = storage.computed().get(0).window().toMillis();
        return Math.max(LEAST_DELAY_MILLIS, Math.min(LONGEST_DELAY_MILLIS, finest));
    }

    /** Restores the state that the previous owner of the partition committed. */
    private void restore(Consumer<byte[], byte[]> consumer) {
        OffsetAndMetadata committed = consumer.committed(Set.of(partition)).get(partition);
        life = committed == null ? null : LifeText.read(committed.metadata()).orElse(null);
        nextOffset = consumer.position(partition);
        // Records that were read meanwhile have an epoch of their own.
        if (committed != null && committed.offset() == nextOffset) {
            leaderEpoch = committed.leaderEpoch();
        }
        nextCheckMillis = 0;
        isRestored = true;
    }

    private void failed(Exception e) {
        if (worker.isEnding()) {
            return; // Interrupted.
        }
        meters.failed();
        boolean isDefect = e instanceof RuntimeException && !(e instanceof KafkaException);
        String reason = isDefect ? e.toString() : String.valueOf(e.getMessage());
        if (isDefect) {
            defect = reason;
        }
        if (!reason.equals(trouble) && isDefect) {
            LOG.error("computing tiers failed unexpectedly; trying again, Kafka keeps the ranges", e);
        } else if (!reason.equals(trouble)) {
            LOG.warn("computing tiers for late lines failed reason={}; retrying, Kafka keeps the ranges", reason);
        }
        trouble = reason;
    }

    /** The server's start and current time, as metadata of a committed offset. */
    static final class LifeText {
        private LifeText() {}

        static String of(Life life) {
            return life.startedMillis() + " " + life.nowMillis();
        }

        static Optional<Life> read(String text) {
            String[] parts = text.split(" ", -1);
            try {
                return parts.length == 2
                        ? Optional.of(new Life(Long.parseLong(parts[0]), Long.parseLong(parts[1])))
                        : Optional.empty();
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }
    }
}
