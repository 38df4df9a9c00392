package io.weir.alarming.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.AlarmCommand.Target;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.MessageKind;
import io.weir.contract.alarm.PartitionTime;
import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.Rules;
import io.weir.contract.rule.alarm.RaisesAlarms;
import io.weir.contract.topic.Unreliability;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Kafka Streams adapter of {@link AlarmBook} for condition changes. Each transition yields one
 * event and one new state.
 */
public final class LifecycleProcessor implements Processor<byte[], byte[], byte[], Object> {

    private static final Duration INTAKE_INTERVAL = Duration.ofSeconds(1);
    private static final Target INTAKE_ALARMS = new Target(RaisesAlarms.INTAKE, true);

    private final NodeNames names;
    private final Rules rules;
    private final IntakeAlarms intake;
    private final long alarmBytes;
    private final AlarmingMeters meters;
    private final SharedIds sharedIds;
    private final ActiveAlarms active;
    private @Nullable Task task;
    private @Nullable Absence absence;
    private long recordMillis;

    /** State that exists only after {@link #init}. */
    private record Task(
            AlarmBook book,
            AlarmMemory memory,
            KeyValueStore<String, KeyState> keys,
            KeyValueStore<String, String> times,
            Instant started) {}

    /** State that is restored from the stores on first use. */
    private record Absence(FarmTime time, AbsenceDetector detector) {}

    /**
     * Handles condition changes, and the keys, times and rule versions of partitions.
     *
     * @param intakeTimeout lag of log time behind the clock from which {@code weir-intake} is
     *     raised
     * @param alarmBytes estimated memory of alarms from which on new ones are refused
     */
    public LifecycleProcessor(
            NodeNames names, Rules rules, Duration intakeTimeout, long alarmBytes, AlarmingMeters meters) {
        this.names = names;
        this.rules = rules;
        this.intake = new IntakeAlarms(intakeTimeout);
        this.alarmBytes = alarmBytes;
        this.meters = meters;
        this.sharedIds = new SharedIds(meters);
        this.active = new ActiveAlarms(meters);
    }

    @Override
    public void init(ProcessorContext<byte[], Object> context) {
        forgetMeters();
        AlarmBook book = new AlarmBook(names, rules, context, active, meters);
        AlarmMemory memory = new AlarmMemory(book.alarms(), alarmBytes, meters);
        task = new Task(
                book, memory, context.getStateStore(names.keys()), context.getStateStore(names.times()), book.now());
        absence = null;
        book.alarms().forEach(alarm -> {
            active.severityChanged(Severity.OK, alarm.severity());
            memory.add(alarm.condition());
        });
        context.schedule(INTAKE_INTERVAL, PunctuationType.WALL_CLOCK_TIME, this::checkIntake);
    }

    @Override
    public void close() {
        forgetMeters();
    }

    private void forgetMeters() {
        active.forget();
        if (task != null) {
            task.memory.forget();
        }
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        recordMillis = record.timestamp();
        task().book.processDeadlines(recordMillis);
        switch (MessageKind.of(record.headers())) {
            case CONDITION -> take(AlarmJson.readConditionChange(record.value()), recordMillis);
            case PRESENCE -> absence().detector.on(AlarmJson.readKeyPresence(record.value()));
            case TIME -> {
                advance(AlarmJson.readPartitionTime(record.value()), absence());
            }
            case RULES -> task().book.switchTo(new String(record.value(), UTF_8), recordMillis);
        }
    }

    private void advance(PartitionTime report, Absence absence) {
        SortedMap<String, Unreliability> unreliable = absence.time.unreliable();
        boolean isBack = absence.time.isLaterThan(report);
        absence.detector.on(report);
        IntakeAlarms.compare(unreliable, absence.time.unreliable(), report.time(), absence.time.rules())
                .forEach(change -> take(change, recordMillis));
        if (isBack) {
            task().book.goBack(absence.time.instant());
        }
        task().book.advance(absence.time.instant(), recordMillis);
    }

    private void checkIntake(long nowMillis) {
        task().book.processDeadlines(nowMillis);
        FarmTime time = absence == null ? new FarmTime(task().times) : absence.time;
        intake.evaluate(time, task().started, Instant.ofEpochMilli(nowMillis))
                .ifPresent(change -> take(change, nowMillis));
        Instant now = Instant.ofEpochMilli(nowMillis);
        take(IntakeAlarms.ofSeries(time.isFull(), now, time.rules()), nowMillis);
        take(IntakeAlarms.ofAlarms(task().memory.isFull(now), now, time.rules()), nowMillis);
        clearGaps(now, nowMillis);
    }

    /** Waits for the next check, because several partitions usually report the same outage. */
    private void clearGaps(Instant now, long nowMillis) {
        for (Alarm alarm : task().book.alarms().find(INTAKE_ALARMS)) {
            if (alarm.isRaised() && IntakeAlarms.isGap(alarm.condition())) {
                take(IntakeAlarms.afterGap(alarm.condition(), now), nowMillis);
            }
        }
    }

    private void take(ConditionChange change, long timestamp) {
        AlarmBook book = task().book;
        Optional<Alarm> known = book.alarms().find(change.id());
        if (known.isEmpty() && change.severity() == Severity.OK) {
            return; // There is no alarm to clear.
        }
        if (known.isEmpty() && !task().memory.admits(change, book.now())) {
            meters.alarmRefused();
            return;
        }
        known.filter(alarm -> alarm.isForeign(change)).ifPresent(alarm -> sharedIds.count(change, alarm.series()));
        book.change(change, new Cause(change.eventTime(), null, change.source(), timestamp));
    }

    private Absence absence() {
        Absence known = absence;
        if (known == null) {
            FarmTime time = new FarmTime(task().times);
            known = new Absence(
                    time, new AbsenceDetector(task().keys, time, rules, change -> take(change, recordMillis)));
            absence = known;
        }
        return known;
    }

    private Task task() {
        return Objects.requireNonNull(task, "process before init");
    }
}
