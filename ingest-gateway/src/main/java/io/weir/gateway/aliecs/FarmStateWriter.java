package io.weir.gateway.aliecs;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.Worker;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.kafka.PartitionShare;
import io.weir.gateway.kafka.TopicSource;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the state of the farm, in its own thread. All gateways with the input follow the events, and one of them
 * writes. It writes nothing before it has read everything that an earlier writer can have read.
 */
final class FarmStateWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FarmStateWriter.class);

    /** Warning: a value that cannot be a tag. */
    static final String BAD_VALUE = "aliecs-bad-state-value";

    private static final long PAUSE_MILLIS = 1_000;
    private static final long CLOSE_WITHIN_MILLIS = 5_000;

    private final TopicSource source;
    private final StateSettings settings;
    private final KafkaSettings kafka;
    private final InputCounts counts;
    private final MissedRecords missed;
    private final PartitionShare share;
    private final long hash;
    private final String id;
    private final Set<String> names;
    private final Worker worker;
    private @Nullable StateTarget target;
    private StateTarget.Values set = new StateTarget.Values(Collections.emptySortedMap(), 0);
    private Map<TopicPartition, Long> ends = Map.of();
    private boolean hasNews;
    private String logged = "";
    private String loggedFailure = "";

    private FarmStateWriter(
            TopicSource source, StateSettings settings, KafkaSettings kafka, InputCounts counts, MissedRecords missed) {
        byte[] name = source.input().getBytes(UTF_8);
        this.source = source;
        this.settings = settings;
        this.kafka = kafka;
        this.counts = counts;
        this.missed = missed;
        this.id = kafka.topics().prefix() + "weir-gateway-" + source.input() + "-state";
        this.share = PartitionShare.join(source.input(), id, kafka);
        this.hash = SeriesHash.of(name, 0, name.length);
        this.names = StateSettings.names().stream()
                .map(each -> settings.prefix() + each)
                .collect(Collectors.toSet());
        this.worker = new Worker("weir-gateway-" + source.input() + "-state", this::run);
    }

    /** Starts to write once Kafka and the topics are available. */
    static FarmStateWriter open(
            TopicSource source, StateSettings settings, KafkaSettings kafka, InputCounts counts, MissedRecords missed) {
        FarmStateWriter writer = new FarmStateWriter(source, settings, kafka, counts, missed);
        writer.worker.start();
        return writer;
    }

    private void run() throws InterruptedException {
        // A failure is from Kafka, or unexpected: for both, begin again.
        worker.retrying(this::follow, this::logFailure, PAUSE_MILLIS);
    }

    private void follow() throws InterruptedException {
        try (EventFollower events = new EventFollower(source, missed)) {
            FarmRuns runs = new FarmRuns(settings, this::logUnusable);
            while (!worker.isEnding()) {
                turn(events, runs);
            }
        } finally {
            release();
        }
    }

    private void turn(EventFollower events, FarmRuns runs) throws InterruptedException {
        hasNews |= events.read(runs);
        if (!events.hasTopics()) {
            worker.pause(PAUSE_MILLIS); // Nothing else waits.
        }
        if (!share.has(hash)) {
            release();
            return;
        }
        if (!events.isWhole()) {
            return;
        }
        StateTarget to = target;
        if (to == null) {
            to = StateTarget.open(kafka, id);
            target = to;
            // Kafka refuses all earlier writers from here on, so these reads are not overwritten.
            ends = events.ends();
            set = to.read(names);
            hasNews = true;
        }
        if (hasNews && events.hasRead(ends)) {
            ends = Map.of(); // Topics that are made anew begin at 0.
            write(to, runs.values(set.byName(), set.sinceNanos()));
            hasNews = false;
        }
    }

    private void write(StateTarget to, SortedMap<String, String> values) {
        if (!values.equals(set.byName())) {
            to.write(set.byName(), values);
            set = new StateTarget.Values(values, set.sinceNanos());
            LOG.info("input {} has set the state of the farm to {}", source.input(), values);
        }
        loggedFailure = "";
    }

    private void release() {
        StateTarget former = target;
        target = null;
        if (former != null) {
            former.close();
        }
    }

    private void logUnusable(String words) {
        if (!words.equals(logged)) {
            counts.warnings.add(BAD_VALUE, 1);
            LOG.warn("input {}: {}", source.input(), words);
            logged = words;
        }
    }

    private void logFailure(Exception e) {
        String why = String.valueOf(e.getMessage());
        if (why.equals(loggedFailure)) {
            return;
        }
        loggedFailure = why;
        String remedy = e instanceof AuthorizationException
                ? "; it needs the rights to write topic " + kafka.topics().farmState() + " and transactional id " + id
                : "";
        LOG.warn("input {} cannot write the state of the farm and retries: {}{}", source.input(), why, remedy, e);
    }

    /** Ends without writing pending values. Another gateway writes them, or this one after its next start. */
    @Override
    public void close() {
        worker.end();
        worker.join(CLOSE_WITHIN_MILLIS);
        share.close();
    }
}
