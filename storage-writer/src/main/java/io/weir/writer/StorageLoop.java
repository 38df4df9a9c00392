package io.weir.writer;

import io.weir.contract.consumer.GroupOffsets;
import io.weir.contract.consumer.GroupPositions;
import io.weir.contract.service.Health;
import io.weir.contract.service.Silence;
import io.weir.contract.topic.BatchHeaders;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes records into the next write requests of the workers while earlier requests are
 * delivered, and commits the offsets of settled requests. Runs in one thread, except
 * {@link #wakeUp}, {@link #hasJoined} and {@link #kafka}.
 */
final class StorageLoop implements TopicLoop, ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(StorageLoop.class);

    /**
     * How long small records are merged. Every batch costs the store work, even a small one. At
     * 20 000 lines/s ({@code weir send --rate 20000}), the embedded store used 530 ms of processor
     * time per second for batches sent without delay, 270 to 370 ms with this delay.
     */
    private static final long LINGER_NANOS = 100_000_000;

    private static final Duration IDLE = Duration.ofMillis(100);
    private static final Duration BUSY = Duration.ofMillis(5);
    /** Wait for a completed delivery while no more can be read. */
    private static final long FULL_MILLIS = 50;
    /** Committing more often costs more than rewriting a few lines after a crash. */
    private static final long COMMIT_EVERY_NANOS = 100_000_000;

    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);
    private static final long FINISH_WITHIN_NANOS = 2_000_000_000;

    private final Consumer<byte[], byte[]> consumer;
    private final String topic;
    private final Translation translation;
    private final List<WriteWorker> workers;
    private final ConcurrencyLimit limit;
    private final Gaps gaps;
    private final BooleanSupplier isStoreAway;
    private final Semaphore completions;
    private final GroupPositions positions;
    private final GroupOffsets settled;
    /** Partitions of which the running request has records that are no longer in Kafka. */
    private final Set<TopicPartition> replaced = new HashSet<>();

    private long committedNanos;
    private final Silence silence = new Silence(System.nanoTime());
    private volatile Health kafka = Health.running();
    private volatile boolean hasJoined;

    /**
     * Joins no group before {@link #join}.
     *
     * @param consumer must not reset offsets automatically
     * @param topicIds returns Kafka's ids of topics
     * @param isStoreAway whether a running delivery waits for the store
     * @param completions released by workers whenever a delivery is completed
     */
    StorageLoop(
            Consumer<byte[], byte[]> consumer,
            String topic,
            Translation translation,
            List<WriteWorker> workers,
            ConcurrencyLimit limit,
            Function<Set<String>, Map<String, String>> topicIds,
            Gaps gaps,
            BooleanSupplier isStoreAway,
            Semaphore completions) {
        this.consumer = consumer;
        this.topic = topic;
        this.translation = translation;
        this.workers = workers;
        this.limit = limit;
        this.gaps = gaps;
        this.isStoreAway = isStoreAway;
        this.completions = completions;
        this.positions = new GroupPositions(consumer, topicIds, this::mayBegin);
        this.settled = new GroupOffsets(consumer, "some lines will be written again");
    }

    /**
     * Subscribes, and delivers an empty request, which shows early whether the store is available.
     */
    @Override
    public void join() {
        consumer.subscribe(List.of(topic), this);
        workers.get(0).start();
    }

    /** Handles completed deliveries and polls the topic once; returns within about 0.1 s. */
    @Override
    public void turn() {
        for (WriteWorker worker : workers) {
            if (!worker.isIdle() && worker.isDone()) {
                finished(worker, worker.finish(0));
                limit.settled(isFullWaiting());
            }
        }
        startDue();
        boolean isIdle = workers.stream()
                .allMatch(worker -> worker.isIdle() && worker.filling().isEmpty());
        if (settled.hasUncommitted() && (isIdle || System.nanoTime() - committedNanos > COMMIT_EVERY_NANOS)) {
            committedNanos = System.nanoTime();
            settled.commit();
        }
        ConsumerRecords<byte[], byte[]> records = poll(patience(isIdle));
        positions.read(records);
        for (ConsumerRecord<byte[], byte[]> read : records) {
            add(read);
        }
        positions.seek();
        kafka = positions.health(silence.after(consumer.metrics(), System.nanoTime()));
    }

    /**
     * Returns how long the next poll may wait for records. If all partitions are paused, waits for
     * a completed delivery and returns zero.
     */
    private Duration patience(boolean isIdle) {
        Set<TopicPartition> paused = choosePartitions();
        if (paused.isEmpty() || paused.size() < consumer.assignment().size()) {
            return isIdle || isStoreAway.getAsBoolean() ? IDLE : BUSY;
        }
        try {
            if (completions.tryAcquire(FULL_MILLIS, TimeUnit.MILLISECONDS)) {
                completions.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Duration.ZERO;
    }

    /**
     * Lets running deliveries finish, commits, and leaves the group. Unsettled records will be read
     * again.
     */
    @Override
    public void leave() {
        finishAll();
        settled.commitAndWait();
        consumer.close(CloseOptions.timeout(CLOSE_WITHIN));
    }

    @Override
    public void wakeUp() {
        consumer.wakeup();
        completions.release();
    }

    @Override
    public Health kafka() {
        return kafka;
    }

    @Override
    public boolean hasJoined() {
        return hasJoined;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        LOG.info("partitions assigned topic={} count={}", topic, partitions.size());
        positions.assigned(partitions);
        hasJoined = true;
    }

    /** Eager rebalance: all partitions are revoked, and resume at their committed offsets. */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        hasJoined = false;
        finishAll();
        settled.commitAndWait();
        settled.remove(partitions);
        positions.removed(partitions);
        workers.forEach(worker -> worker.filling().clear());
    }

    /** If the next record does not exist, continues at the first available one. */
    private ConsumerRecords<byte[], byte[]> poll(Duration patience) {
        try {
            return consumer.poll(patience);
        } catch (OffsetOutOfRangeException e) {
            skip(e.offsetOutOfRangePartitions());
        }
        return ConsumerRecords.empty();
    }

    private boolean mayBegin(TopicPartition partition, long first, GroupPositions.Reason why) {
        boolean isReported = gaps.reportUncounted(partition, first, why.toString());
        if (isReported) {
            commitFrom(partition, first);
        }
        return isReported;
    }

    private void skip(Map<TopicPartition, Long> positions) {
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(positions.keySet());
        positions.forEach((partition, position) -> {
            long beginning = beginnings.getOrDefault(partition, 0L);
            if (beginning < position) {
                if (gaps.reportUncounted(partition, beginning, "the topic was recreated, or lost its end")) {
                    if (!workerOf(partition).isIdle()) {
                        replaced.add(partition);
                    }
                    goOnAt(partition, beginning);
                }
            } else if (gaps.report(partition, position, beginning)) {
                goOnAt(partition, beginning);
            }
        });
    }

    private void goOnAt(TopicPartition partition, long offset) {
        consumer.seek(partition, offset);
        positions.moved(partition);
        commitFrom(partition, offset);
    }

    /** The offset is committed after all that was read before, so a restart reports no gap again. */
    private void commitFrom(TopicPartition partition, long offset) {
        workerOf(partition).filling().skipTo(partition.partition(), offset);
    }

    private void add(ConsumerRecord<byte[], byte[]> read) {
        WriteWorker worker = workerOf(new TopicPartition(topic, read.partition()));
        worker.begin(System.nanoTime());
        int lines = BatchHeaders.lines(read.headers());
        worker.filling().add(translation.lines(read), lines, read.partition(), read.offset(), read.timestamp());
    }

    /** Starts the requests that have waited longest first. */
    private void startDue() {
        long running = workers.stream().filter(worker -> !worker.isIdle()).count();
        List<WriteWorker> due = workers.stream()
                .filter(worker -> worker.isIdle() && isDue(worker))
                .sorted(Comparator.comparingLong(WriteWorker::sinceNanos))
                .toList();
        for (WriteWorker worker : due) {
            if (running >= limit.permits()) {
                return;
            }
            worker.start();
            running++;
        }
    }

    private boolean isDue(WriteWorker worker) {
        WriteRequest request = worker.filling();
        return !request.isEmpty() && (request.isFull() || System.nanoTime() - worker.sinceNanos() > LINGER_NANOS);
    }

    private boolean isFullWaiting() {
        return workers.stream().anyMatch(worker -> worker.filling().isFull());
    }

    /** A fixed assignment, which keeps the lines of a partition in order. */
    private WriteWorker workerOf(TopicPartition partition) {
        return workers.get(partition.partition() % workers.size());
    }

    /** Pauses partitions whose position is unknown, or whose worker already has a full request waiting. */
    private Set<TopicPartition> choosePartitions() {
        Set<TopicPartition> chosen = new HashSet<>();
        Set<TopicPartition> waiting = positions.waiting();
        for (TopicPartition partition : consumer.assignment()) {
            if (waiting.contains(partition) || workerOf(partition).filling().isFull()) {
                chosen.add(partition);
            }
        }
        Set<TopicPartition> paused = consumer.paused();
        if (!chosen.equals(paused)) {
            consumer.resume(paused);
            consumer.pause(chosen);
        }
        return chosen;
    }

    private void finishAll() {
        long deadlineNanos = System.nanoTime() + FINISH_WITHIN_NANOS;
        for (WriteWorker worker : workers) {
            long leftNanos = Math.max(0, deadlineNanos - System.nanoTime());
            finished(worker, worker.finish(TimeUnit.NANOSECONDS.toMillis(leftNanos)));
        }
    }

    /**
     * Records the offsets of a delivered request, which are committed later.
     *
     * @param delivered null if the request was not settled, or if there was none
     */
    private void finished(WriteWorker worker, @Nullable WriteRequest delivered) {
        if (delivered != null) {
            delivered
                    .nextOffsets()
                    .forEach((partition, offset) -> settled(new TopicPartition(topic, partition), offset));
        }
        replaced.removeIf(partition -> workerOf(partition) == worker);
        worker.clearDelivered();
    }

    /** If the topic was created again meanwhile, the offset means other records now. */
    private void settled(TopicPartition partition, long next) {
        if (!replaced.contains(partition)) {
            settled.set(partition, positions.committable(partition, next));
        }
    }
}
