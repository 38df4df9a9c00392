package io.weir.processing.records;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.line.FutureLimit;
import io.weir.contract.line.LineBounds;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.state.BlockStore;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.SourceOffsets;
import io.weir.processing.account.Account;
import io.weir.processing.batch.BatchLines;
import io.weir.processing.batch.DeliveredBatches;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.RawReader;
import io.weir.processing.series.SeriesStates;
import io.weir.processing.series.SeriesTier;
import io.weir.processing.time.LogClock;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a record of {@code metrics.raw} and passes it through the stages as one batch. For the
 * checkpoint, all changes by the stages downstream belong to the record.
 */
public final class ReadProcessor implements Processor<byte[], byte[], Integer, Object> {

    private static final Logger LOG = LoggerFactory.getLogger(ReadProcessor.class);

    /**
     * Limit of lines per record that are kept in {@code metrics.rejected} after a refusal of
     * memory.
     */
    private static final int MOST_KEPT = 100;

    private static final byte[] TICK = new byte[0];

    private final String store;
    private final String next;
    private final String rejected;
    private final LineBounds bounds;
    private final FutureLimit future;
    private final Rules rules;
    private final ProcessingMeters meters;
    private final MetricBatch batch = new MetricBatch();
    private @Nullable Task task;
    private int knownSeries;
    private long knownBytes;
    private int keptRefusals;
    private final Set<String> warned = new HashSet<>();

    /** The names of the next nodes. */
    public record Outputs(String batches, String rejected) {}

    /** The objects that exist only while the task runs. */
    private record Task(ProcessorContext<Integer, Object> context, BlockStore<SeriesStates> store, RawReader reader) {}

    /**
     * Creates a processor for the next stage.
     *
     * @param store the name of the block store of series states
     * @param outputs the nodes for batches and refused lines
     * @param future end markers with timestamps beyond it are refused
     */
    public ReadProcessor(
            String store,
            Outputs outputs,
            LineBounds bounds,
            FutureLimit future,
            Rules rules,
            ProcessingMeters meters) {
        this.store = store;
        this.bounds = bounds;
        this.future = future;
        this.rules = rules;
        this.next = outputs.batches;
        this.rejected = outputs.rejected;
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<Integer, Object> context) {
        BlockStore<SeriesStates> blocks = context.getStateStore(store);
        task = new Task(
                context, blocks, new RawReader(bounds, future, blocks.workingSet(), blocks, this::refused, meters));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Task running = running();
        RecordMetadata from = running.context.recordMetadata().orElseThrow();
        byte[] value = record.value() == null ? TICK : record.value();
        running.store.process(from.offset(), () -> pass(record, from, value, running));
    }

    private void pass(Record<byte[], byte[]> record, RecordMetadata from, byte[] value, Task running) {
        SeriesStates states = running.store.workingSet();
        if (running.store.missed() > 0) {
            states.clock().missed();
        }
        String named = BatchHeaders.gateway(record.headers());
        String gateway = named == null ? "" : named;
        int duplicates = value.length > 0 ? duplicateLines(record.headers(), gateway, states) : 0;
        byte[] fresh = withoutLines(value, duplicates);
        if (duplicates > 0) {
            meters.duplicateBatch();
        }
        if (duplicates > 0 && fresh.length == 0) {
            return;
        }
        long receivedMillis = states.clock().receivedMillis(gateway, record.timestamp());
        states.forgetPlain();
        states.account()
                .begin(
                        from.offset(),
                        Account.gateway(gateway.getBytes(UTF_8)),
                        running.store.downstream(SeriesTier.REFUSALS),
                        running.store.mayBeIncluded());
        states.late().begin(states.clock().nowMillis());
        keptRefusals = 0;
        running.reader.read(fresh, from.offset(), receivedMillis, batch);
        if (batch.isTick()) {
            marked(record, receivedMillis, running, from);
        }
        if (batch.isTick()) {
            tick(record, gateway, states);
        }
        forward(record, from.partition(), receivedMillis, running);
        running.reader.refuseValues(fresh);
        running.reader.refuseLate(fresh);
    }

    /**
     * Detects duplicates by batch number or source offsets: a gateway that reads lines again
     * renumbers them.
     */
    private static int duplicateLines(Headers headers, String gateway, SeriesStates states) {
        DeliveredBatches delivered = states.delivered();
        long logMillis = states.clock().elapsedMillis();
        int duplicates = 0;
        if (BatchHeaders.isNumbered(headers)) {
            long epoch = BatchHeaders.epoch(headers);
            duplicates = delivered.accept(gateway, epoch, BatchHeaders.number(headers), logMillis, linesOf(headers));
        }
        String log = BatchHeaders.origin(headers);
        SourceOffsets offsets = log == null ? null : SourceOffsets.read(headers);
        return log == null || offsets == null
                ? duplicates
                : Math.max(duplicates, delivered.acceptFrom(log, offsets, logMillis));
    }

    private static BatchLines linesOf(Headers headers) {
        int count = BatchHeaders.lines(headers);
        int total = BatchHeaders.linesOfBatch(headers);
        return total == count ? BatchLines.whole() : new BatchLines(BatchHeaders.firstLine(headers), count, total);
    }

    /** Returns {@code value} without its first lines. */
    private static byte[] withoutLines(byte[] value, int lines) {
        int from = lines == BatchLines.ALL ? value.length : 0;
        for (int left = lines; left > 0 && from < value.length; from++) {
            left -= value[from] == '\n' ? 1 : 0;
        }
        return from == 0 ? value : Arrays.copyOfRange(value, from, value.length);
    }

    private void tick(Record<byte[], byte[]> record, String gateway, SeriesStates states) {
        Headers headers = record.headers();
        LogClock clock = states.clock();
        long sentMillis = Math.max(record.timestamp(), BatchHeaders.behind(headers));
        clock.tick(new LogClock.Tick(gateway, record.timestamp(), sentMillis, BatchHeaders.lost(headers)));
        if (clock.takeJump()) {
            meters.timeJumped();
            LOG.warn(
                    "log time jumped to the clock of the only gateways that tick: partition={} now={}",
                    running().context.taskId().partition(),
                    Instant.ofEpochMilli(clock.nowMillis()));
        }
        DeliveredBatches delivered = states.delivered();
        if (BatchHeaders.isNumbered(headers) && BatchHeaders.behind(headers) < 0) {
            delivered.judge(BatchHeaders.epoch(headers), BatchHeaders.number(headers), clock.elapsedMillis());
        }
        delivered.expire(clock.elapsedMillis());
        meters.batchesMissing(delivered.takeMissing());
    }

    private void forward(Record<byte[], byte[]> record, int partition, long receivedMillis, Task running) {
        SeriesStates states = running.store.workingSet();
        meters.metrics(batch.rawSize());
        meters.series(states.size() - knownSeries);
        knownSeries = states.size();
        meters.stateBytes(states.account().bytes() - knownBytes);
        knownBytes = states.account().bytes();
        states.lookupMisses().report(meters::lookupMisses);
        RecordHeaders headers = headersFrom(record);
        Header state = record.headers().lastHeader(BatchHeaders.STATE);
        if (state != null && batch.size() == 0 && !batch.isTick()) {
            headers.add(state);
        }
        running.context.forward(new Record<>(partition, batch, receivedMillis, headers), next);
    }

    private static RecordHeaders headersFrom(Record<byte[], byte[]> record) {
        RecordHeaders headers = new RecordHeaders();
        Header gateway = record.headers().lastHeader(BatchHeaders.GATEWAY);
        if (gateway != null) {
            headers.add(gateway);
        }
        return headers;
    }

    private void marked(Record<byte[], byte[]> record, long receivedMillis, Task running, RecordMetadata from) {
        String version = BatchHeaders.rules(record.headers());
        byte[] state = BatchHeaders.state(record.headers());
        if (version != null) {
            batch.mark(version);
            switchTo(version, running, from);
        } else if (state != null) {
            batch.mark(null);
            FarmState.of(state)
                    .ifPresentOrElse(
                            farm -> switchState(farm, record, receivedMillis, running),
                            () -> meters.refused("state-marker"));
        }
    }

    /** Windows of a state end in a batch of their own, because their results belong to the plans before the switch. */
    private void switchState(FarmState farm, Record<byte[], byte[]> record, long receivedMillis, Task running) {
        SeriesStates states = running.store.workingSet();
        FarmState later = farm.following(states.plans().farm(), record.timestamp());
        if (states.announce(later)) {
            int partition = running.context.taskId().partition();
            running.context.forward(new Record<>(partition, batch, receivedMillis, headersFrom(record)), next);
            batch.wrap(states, TICK, batch.offset(), receivedMillis);
            batch.mark(null);
        }
        meters.windowsDropped(states.switchState(later, running.store));
    }

    private void switchTo(String version, Task running, RecordMetadata at) {
        SeriesStates states = running.store.workingSet();
        String before = states.plans().version();
        Optional<RuleFile> found = rules.find(version);
        if (found.isEmpty() || found.get().version().equals(before)) {
            return;
        }
        int dropped = states.switchTo(found.get(), running.store);
        meters.switched(dropped);
        LOG.debug(
                "switched rules: partition={} offset={} rules={} before={} windows-dropped={}",
                at.partition(),
                at.offset(),
                states.plans().version(),
                before,
                dropped);
    }

    private void refused(byte[] bytes, int from, int to, String reason, int at) {
        ProcessorContext<Integer, Object> context = running().context;
        RecordMetadata source = context.recordMetadata().orElseThrow();
        meters.refused(reason);
        if (reason.endsWith(RawReader.BUDGET)) {
            warn(reason, source);
            if (++keptRefusals > MOST_KEPT) {
                return;
            }
        }
        RecordHeaders headers = new RecordHeaders();
        String place = source.topic() + "/" + source.partition() + "/" + source.offset();
        new Rejection("processing", reason, place, at - from).addTo(headers);
        context.forward(
                new Record<>(
                        source.partition(),
                        Arrays.copyOfRange(bytes, from, to),
                        context.currentSystemTimeMs(),
                        headers),
                rejected);
    }

    /** Logs once for each task and reason. */
    private void warn(String reason, RecordMetadata source) {
        if (warned.add(reason)) {
            LOG.warn(
                    "the state of a partition exceeds its budget: partition={} reason={}; lines are rejected and kept in"
                            + " metrics.rejected; look for senders that generate names or times, or raise"
                            + " processing.state-bytes",
                    source.partition(),
                    reason);
        }
    }

    private Task running() {
        return Objects.requireNonNull(task, "process before init");
    }

    @Override
    public void close() {
        meters.series(-knownSeries);
        knownSeries = 0;
        meters.stateBytes(-knownBytes);
        knownBytes = 0;
        if (task != null) {
            task.store.workingSet().lookupMisses().revert(meters::lookupMisses);
        }
    }
}
