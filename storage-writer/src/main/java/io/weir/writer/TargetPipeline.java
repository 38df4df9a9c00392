package io.weir.writer;

import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.consumer.GroupAdmin;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Worker;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.store.directory.DirectoryUrl;
import io.weir.writer.store.failover.AddressPool;
import io.weir.writer.stores.Stores;
import io.weir.writer.tier.StoredLines;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one topic to one target, with its own consumer group, write workers and thread, until it
 * is ended.
 */
final class TargetPipeline {
    private static final Logger LOG = LoggerFactory.getLogger(TargetPipeline.class);
    private static final long PAUSE_MILLIS = 1_000;
    private static final int PARTITION_FETCH_BYTES = 8 << 20;

    private final TargetConfig config;
    private final Feed feed;
    private final KafkaSettings kafka;
    private final StoreState state;
    private final WriterMeters meters;
    private final AddressPool addresses;
    private final Router router;
    private final Function<StoreUrl, StoredLines> noted;
    private final Worker worker;
    private final CountDownLatch ending = new CountDownLatch(1);
    private volatile @Nullable TopicLoop loop;
    private volatile @Nullable GroupAdmin admin;
    private volatile @Nullable String kafkaTrouble;
    private volatile @Nullable String broken;

    /**
     * The topic to read.
     *
     * @param group the consumer group, without the installation's prefix
     * @param measurement that of the lines created from the records; empty for lines
     */
    record Feed(Content content, String topic, String group, String measurement) {
        boolean isOfLines() {
            return content == Content.LINES;
        }
    }

    /** The kind of the records of a topic. */
    enum Content {
        LINES,
        TRANSITIONS_OF_ALARMS,
        REFUSED_LINES
    }

    /**
     * Neither opens nor connects anything before {@link #start}.
     *
     * @param addresses the states of the store's addresses
     * @param noted returns the listener for lines stored at a place; called after the start, once
     *     for each thread
     */
    TargetPipeline(
            TargetConfig config,
            Feed feed,
            KafkaSettings kafka,
            StoreState state,
            WriterMeters meters,
            AddressPool addresses,
            Function<StoreUrl, StoredLines> noted) {
        this.addresses = addresses;
        this.noted = noted;
        this.config = config;
        this.feed = feed;
        this.kafka = kafka;
        this.state = state;
        this.meters = meters;
        this.router = new Router(config.store(), config.routes());
        this.worker = new Worker(feed.group(), this::run);
    }

    void start() {
        worker.start();
    }

    /** Health without that of the store. */
    Health health() {
        String dead = broken;
        if (dead != null) {
            return Health.dead(dead);
        }
        TopicLoop running = loop;
        String trouble = kafkaTrouble;
        if (running == null) {
            return Health.waiting("starting");
        }
        if (trouble != null) {
            return Health.waiting("Kafka: " + trouble);
        }
        // A Kafka that is unavailable assigns no partitions either.
        Health kafka = running.kafka();
        return running.hasJoined() || !kafka.ready() ? kafka : Health.waiting("waiting for partitions");
    }

    /** Begins to stop; {@link #join} waits for the end. */
    void end() {
        worker.end();
        ending.countDown();
        TopicLoop running = loop;
        if (running != null) {
            running.wakeUp();
        }
        GroupAdmin asked = admin;
        if (asked != null) {
            asked.close(); // Kafka may not answer.
        }
    }

    void join(long millis) {
        worker.join(millis);
    }

    private void run() throws InterruptedException {
        List<AutoCloseable> opened = new ArrayList<>();
        try (KafkaRejects rejects = new KafkaRejects(kafka, meters)) {
            Gaps gaps = new Gaps(config.name(), rejects.shelf(feed.topic()), meters, ending);
            run(
                    config.store() instanceof DirectoryUrl directory
                            ? directoryLoop(directory, rejects, gaps, opened)
                            : storageLoop(rejects, gaps, opened));
        } catch (RuntimeException | Error e) {
            LOG.error("writer failed target={}", config.name(), e);
            broken = "failed: " + e;
        } finally {
            close(opened);
        }
    }

    private TopicLoop directoryLoop(
            DirectoryUrl directory, KafkaRejects rejects, Gaps gaps, List<AutoCloseable> opened) {
        GroupAdmin groups = admin(opened);
        return new DirectoryLoop(
                consumerSettings().open(),
                feed.topic(),
                new DirectoryTarget(directory, router, translation(rejects), shelf(rejects), meters, ending),
                new DirectoryPositions(groups::topicId, gaps),
                state);
    }

    private TopicLoop storageLoop(KafkaRejects rejects, Gaps gaps, List<AutoCloseable> opened) {
        GroupAdmin groups = admin(opened);
        ConcurrencyLimit limit = new ConcurrencyLimit(
                Math.min(config.limits().inFlight(), config.store().mostInFlight()));
        List<WriteWorker> workers = new ArrayList<>();
        Semaphore completions = new Semaphore(0);
        int count = feed.isOfLines() ? Math.min(limit.max(), kafka.partitions()) : 1;
        for (int i = 0; i < count; i++) {
            workers.add(newWorker(rejects, limit, completions, opened));
        }
        return new StorageLoop(
                consumerSettings().open(),
                feed.topic(),
                translation(rejects),
                workers,
                limit,
                groups::topicIds,
                gaps,
                () -> state.trouble() != null,
                completions);
    }

    private GroupAdmin admin(List<AutoCloseable> opened) {
        GroupAdmin created = new GroupAdmin(kafka.clientProperties());
        opened.add(created);
        admin = created;
        return created;
    }

    private Translation translation(KafkaRejects rejects) {
        return switch (feed.content()) {
            case LINES -> Translation.LINES;
            case TRANSITIONS_OF_ALARMS -> new Annotations(feed.measurement(), shelf(rejects), meters, ending);
            case REFUSED_LINES -> new RefusedLines(feed.measurement());
        };
    }

    private Rejects shelf(KafkaRejects rejects) {
        return feed.content() == Content.REFUSED_LINES ? Rejects.KEPT_ALREADY : rejects.shelf(feed.topic());
    }

    /** Each worker has its own stores, because a store is used by one thread. */
    private WriteWorker newWorker(
            KafkaRejects rejects, ConcurrencyLimit limit, Semaphore completions, List<AutoCloseable> opened) {
        List<Store> stores = new ArrayList<>();
        List<BatchDelivery> deliveries = new ArrayList<>();
        for (StoreUrl place : router.places()) {
            Store store = Stores.open(
                    place, new StoreOptions(config.token(), config.limits().timeout(), config.texts()), addresses);
            stores.add(store);
            deliveries.add(new BatchDelivery(
                    store, shelf(rejects), state, meters, limit, config.typeChanges(), noted.apply(place)));
        }
        WriteWorker created = new WriteWorker(
                () -> new WriteRequest(
                        router, config.limits().lines(), config.limits().bytes()),
                (request, stop) -> deliver(deliveries, request, stop),
                () -> stores.forEach(Store::cancel),
                completions::release);
        opened.add(created);
        opened.addAll(stores);
        return created;
    }

    /**
     * Settles the batches one after another. An empty request checks whether every place is
     * available.
     */
    private static boolean deliver(List<BatchDelivery> deliveries, WriteRequest request, CountDownLatch stop) {
        boolean isEmpty = request.batches().stream().allMatch(batch -> batch.length() == 0);
        for (int place = 0; place < deliveries.size(); place++) {
            LineBatch batch = request.batches().get(place);
            if ((isEmpty || batch.length() > 0) && !deliveries.get(place).deliver(batch, stop)) {
                return false;
            }
        }
        return true;
    }

    private void run(TopicLoop running) throws InterruptedException {
        loop = running;
        try {
            running.join();
            while (!worker.isEnding()) {
                turn(running);
            }
        } finally {
            running.leave();
        }
    }

    private void turn(TopicLoop running) throws InterruptedException {
        try {
            running.turn();
            kafkaTrouble = null;
        } catch (WakeupException e) {
            LOG.debug("stopping");
        } catch (KafkaException e) {
            if (kafkaTrouble == null) {
                LOG.warn("Kafka request failed reason={}; retrying", e.toString());
            }
            kafkaTrouble = e.toString();
            worker.pause(PAUSE_MILLIS);
        }
    }

    private static void close(List<AutoCloseable> opened) {
        for (AutoCloseable each : opened) {
            try {
                each.close();
            } catch (Exception e) {
                LOG.warn("closing failed", e);
            }
        }
    }

    private ConsumerSettings consumerSettings() {
        return ConsumerSettings.member(kafka, feed.group())
                .with(ConsumerConfig.ISOLATION_LEVEL_CONFIG, feed.isOfLines() ? "read_uncommitted" : "read_committed")
                // Deliberately eager: all partitions are revoked together, so a request never mixes
                // revoked and kept ones.
                .with(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, RangeAssignor.class.getName())
                // A small number, because a request may exceed its limit by one poll.
                .with(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 16)
                .with(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, PARTITION_FETCH_BYTES)
                .with(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 2 * PARTITION_FETCH_BYTES)
                // As large as the system permits. With Kafka's default of 64 KiB, most of a fetch
                // arrives only while the loop waits for it.
                .with(ConsumerConfig.RECEIVE_BUFFER_CONFIG, -1);
    }
}
