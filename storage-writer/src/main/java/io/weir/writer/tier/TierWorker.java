package io.weir.writer.tier;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.consumer.GroupAdmin;
import io.weir.contract.rule.Rules;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.Worker;
import io.weir.writer.tier.TierServer.Life;
import io.weir.writer.tier.WaitingMarks.Noted;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads marks of one target from {@code weir.tiers} and has the {@link Recomputer} process them.
 * Among several writers, one per target owns the topic's only partition. Offsets are committed
 * after their marks are processed.
 */
final class TierWorker {
    private static final Logger LOG = LoggerFactory.getLogger(TierWorker.class);

    private static final long LEAST_DELAY_MILLIS = 1_000;
    private static final long LONGEST_DELAY_MILLIS = 30_000;
    private static final long CHECK_EVERY_MILLIS = 10_000;
    private static final long AFTER_FAILURE_MILLIS = 5_000;
    /** Pauses reading at this number of marks; the rest waits in Kafka. */
    private static final int MAX_MARKS = 50_000;

    private final byte[] target;
    private final String group;
    private final Rules rules;
    private final Recomputer recomputer;
    private final TierMeters meters;
    private final MissedRecords missed;
    private final KafkaSettings kafka;
    private final WaitingMarks waiting = new WaitingMarks();
    private final Worker worker;
    private @Nullable MarkSender sender;
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

    /** The marks that wait are the next owner's. */
    private void forget() {
        waiting.clear();
        meters.waiting(0);
    }

    private void work() throws InterruptedException {
        try (GroupAdmin admin = new GroupAdmin(kafka.clientProperties());
                MarkReader reader = new MarkReader(
                        MarkReader.consumer(kafka, group),
                        kafka.topics().tiers(),
                        admin::topicIds,
                        missed,
                        this::forget)) {
            while (!worker.isEnding()) {
                try {
                    turn(reader, System.currentTimeMillis());
                } catch (IOException | RuntimeException e) {
                    failed(e);
                    worker.pause(AFTER_FAILURE_MILLIS);
                }
            }
        } catch (KafkaException e) {
            LOG.debug("ended", e);
        }
    }

    private void turn(MarkReader reader, long nowMillis) throws IOException {
        boolean wasOwner = reader.isOwner();
        for (ConsumerRecord<byte[], byte[]> record : reader.poll()) {
            if (Arrays.equals(record.key(), target) && record.value() != null) {
                waiting.add(new Noted(record.offset(), record.timestamp(), Mark.read(record.value())));
            }
        }
        reader.setPaused(isFull());
        if (!reader.isOwner()) {
            return;
        }
        if (!wasOwner) {
            nextCheckMillis = 0;
        }
        meters.waiting(waiting.records() + reader.lag());
        if (reader.hasMoved() && waiting.records() == 0) {
            reader.commit(reader.next(), reader.life());
        }
        StorageRules storage = rules.active().storage();
        if (!storage.computed().isEmpty() && (nowMillis >= nextCheckMillis || isDue(storage, nowMillis))) {
            round(reader, storage, nowMillis);
        }
    }

    private void round(MarkReader reader, StorageRules storage, long nowMillis) throws IOException {
        // If there is no room for others, those of a table become fewer.
        boolean isFull = isFull();
        Set<Noted> taken = waiting.receivedUntil(nowMillis - delayMillis(storage))
                .filter(each -> isFull || !isHeld(storage, each))
                .collect(Collectors.toSet());
        List<Mark> marks = taken.stream().flatMap(each -> each.marks().stream()).toList();
        Recomputer.Round result = recomputer.run(storage, marks, reader.life().orElse(null));
        append(result.open());
        // In records of their own, which wait here until the writer tries their tables again.
        append(result.refused());
        Life now = result.life();
        waiting.remove(taken);
        // Everything before this offset is processed or appended again, or belongs to other targets.
        reader.commit(waiting.firstOffset(reader.next()), Optional.of(now));
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
        return waiting.receivedUntil(nowMillis - delayMillis(storage)).anyMatch(each -> !isHeld(storage, each));
    }

    private boolean isFull() {
        return waiting.marks() >= MAX_MARKS;
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
}
