package io.weir.alarming.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.alarming.lifecycle.CommandDecider.Verdict;
import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.CommandReply;
import io.weir.contract.alarm.Outcome;
import io.weir.contract.alarm.Source;
import io.weir.contract.rule.Rules;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Kafka Streams adapter of {@link CommandDecider}: applies the transitions that a command causes,
 * and replies to every command. Also handles deadlines by the task's clock: shelves expire, alarms
 * escalate, and alarms that are normal for long are forgotten.
 */
public final class CommandProcessor implements Processor<byte[], byte[], byte[], Object> {

    private static final Duration CLOCK_INTERVAL = Duration.ofSeconds(1);
    private static final Duration CLEANUP_INTERVAL = Duration.ofHours(1);

    /** How long the id of an obeyed command must not be used again. */
    private static final Duration REMEMBER_COMMANDS = Duration.ofDays(7);

    private final NodeNames names;
    private final Duration normalExpiry;
    private final Rules rules;
    private final AlarmingMeters meters;
    private final ActiveAlarms active;
    private @Nullable Task task;
    private long nextCleanupMillis;

    /** State that exists only after {@link #init}. */
    private record Task(ProcessorContext<byte[], Object> context, AlarmBook book, CommandDecider decider) {}

    /**
     * Creates the processor.
     *
     * @param normalExpiry time in state normal after which an alarm is forgotten
     */
    public CommandProcessor(NodeNames names, Rules rules, Duration normalExpiry, AlarmingMeters meters) {
        this.names = names;
        this.rules = rules;
        this.normalExpiry = normalExpiry;
        this.meters = meters;
        this.active = new ActiveAlarms(meters);
    }

    @Override
    public void init(ProcessorContext<byte[], Object> context) {
        active.forget();
        AlarmBook book = new AlarmBook(names, rules, context, active, meters);
        task = new Task(
                context, book, new CommandDecider(book.memory()::hasCommand, book.alarms()::find, Alarms.MOST_AT_ONCE));
        nextCleanupMillis = 0; // Soon, so that a task that is often reassigned also cleans up.
        context.schedule(CLOCK_INTERVAL, PunctuationType.WALL_CLOCK_TIME, this::timePassed);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        RecordMetadata at = task().context.recordMetadata().orElseThrow();
        Source source = new Source(at.topic(), at.partition(), at.offset());
        byte[] json = record.value() == null ? new byte[0] : record.value();
        task().book.memory().begin();
        AlarmCommand command;
        try {
            command = AlarmJson.readCommand(json);
        } catch (IllegalArgumentException e) {
            Verdict verdict = new Verdict(Outcome.MALFORMED, reason(e), List.of());
            answer(name(json, "id"), name(json, "user"), source, verdict, record);
            return;
        }
        take(command, source, record);
    }

    /**
     * Reads a field of a malformed command. An overlong value is left out, since the reply must fit
     * its topic.
     */
    private static @Nullable String name(byte[] json, String field) {
        String name = AlarmJson.textField(json, field);
        return name == null || name.length() > AlarmCommand.LONGEST_NAME ? null : name;
    }

    private static @Nullable String reason(IllegalArgumentException e) {
        String reason = e.getMessage();
        return reason == null || reason.length() <= AlarmCommand.LONGEST_REASON
                ? reason
                : reason.substring(0, AlarmCommand.LONGEST_REASON) + "…";
    }

    private void take(AlarmCommand command, Source source, Record<byte[], byte[]> record) {
        AlarmBook book = task().book;
        book.processDeadlines(record.timestamp());
        Cause cause = new Cause(command.time(), command.id(), source, record.timestamp(), command.comment());
        Verdict verdict = task().decider.decide(command, cause, book.now());
        // The first transition may change a later alarm of the command, which makes its planned
        // transition stale.
        verdict.transitions().forEach(transition -> book.alarms()
                .find(transition.after().id())
                .ifPresent(alarm ->
                        alarm.on(command).ifPresent(after -> book.apply(new Transition(alarm, after, cause)))));
        if (verdict.outcome() == Outcome.DONE) {
            book.memory().command(command.id(), book.now());
        }
        answer(command.id(), command.user(), source, verdict, record);
    }

    private void answer(
            @Nullable String command,
            @Nullable String user,
            Source source,
            Verdict verdict,
            Record<byte[], byte[]> record) {
        CommandReply reply = new CommandReply(
                command,
                user,
                verdict.outcome(),
                verdict.transitions().size(),
                verdict.reason(),
                task().book.now(),
                source);
        byte[] key = command == null ? null : command.getBytes(UTF_8);
        task().context.forward(new Record<>(key, AlarmJson.write(reply), record.timestamp()), names.replies());
        meters.command(verdict.outcome());
    }

    private void timePassed(long nowMillis) {
        task().book.processDeadlines(nowMillis);
        if (nowMillis >= nextCleanupMillis) {
            boolean isDone = cleanUp(nowMillis);
            nextCleanupMillis = isDone ? nowMillis + CLEANUP_INTERVAL.toMillis() : nowMillis;
        }
    }

    /** Returns false if there is more to forget than the limit of one call. */
    private boolean cleanUp(long nowMillis) {
        AlarmBook book = task().book;
        Instant now = Instant.ofEpochMilli(nowMillis);
        book.memory().forgetCommandsBefore(now.minus(REMEMBER_COMMANDS));
        Instant before = now.minus(normalExpiry);
        List<Alarm> old = book.alarms().all().stream()
                .filter(alarm ->
                        alarm.state() == AlarmState.NORMAL && alarm.since().isBefore(before))
                .limit(Alarms.MOST_AT_ONCE)
                .toList();
        old.forEach(alarm -> book.forget(alarm, nowMillis));
        return old.size() < Alarms.MOST_AT_ONCE;
    }

    @Override
    public void close() {
        active.forget();
    }

    private Task task() {
        return Objects.requireNonNull(task, "process before init");
    }
}
