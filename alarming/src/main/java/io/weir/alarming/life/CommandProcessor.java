package io.weir.alarming.life;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.alarming.life.Commander.Verdict;
import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.CommandReply;
import io.weir.contract.alarm.Outcome;
import io.weir.contract.alarm.Source;
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
 * Adapts {@link Commander} to Kafka Streams: every command is answered, and what it does happens. It also does what time
 * brings: shelves expire, and alarms that were normal for long are forgotten. Time is the task's clock.
 */
public final class CommandProcessor implements Processor<byte[], byte[], byte[], byte[]> {

    private static final Duration LOOK_AT_SHELVES = Duration.ofSeconds(1);
    private static final Duration TIDY_UP = Duration.ofHours(1);

    /** For so long a command's id may not be used again. */
    private static final Duration REMEMBER_COMMANDS = Duration.ofDays(7);

    private final Wiring wiring;
    private final Duration normalExpiry;
    private final AlarmingMeters meters;
    private @Nullable Task task;

    /** What there is only once the task runs. */
    private record Task(ProcessorContext<byte[], byte[]> context, AlarmBook book, Commander commander) {}

    /**
     * Takes commands.
     *
     * @param normalExpiry an alarm that is normal for longer is forgotten
     */
    public CommandProcessor(Wiring wiring, Duration normalExpiry, AlarmingMeters meters) {
        this.wiring = wiring;
        this.normalExpiry = normalExpiry;
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        AlarmBook book = new AlarmBook(wiring, context, meters);
        task = new Task(context, book, new Commander(book.marks()::hasCommand, book::find));
        context.schedule(LOOK_AT_SHELVES, PunctuationType.WALL_CLOCK_TIME, this::expireShelves);
        context.schedule(TIDY_UP, PunctuationType.WALL_CLOCK_TIME, this::tidyUp);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        RecordMetadata at = task().context.recordMetadata().orElseThrow();
        Source source = new Source(at.topic(), at.partition(), at.offset());
        byte[] json = record.value() == null ? new byte[0] : record.value();
        AlarmCommand command;
        try {
            command = AlarmJson.readCommand(json);
        } catch (IllegalArgumentException e) {
            String id = AlarmJson.textField(json, "id");
            String user = AlarmJson.textField(json, "user");
            answer(id, user, source, new Verdict(Outcome.MALFORMED, e.getMessage(), List.of()), record);
            return;
        }
        take(command, source, record);
    }

    private void take(AlarmCommand command, Source source, Record<byte[], byte[]> record) {
        AlarmBook book = task().book;
        Verdict verdict = task().commander.judge(command, source, book.now());
        if (verdict.outcome() != Outcome.NO_USER && verdict.outcome() != Outcome.DUPLICATE) {
            book.marks().command(command.id(), book.now());
        }
        verdict.transitions().forEach(transition -> book.apply(transition, record.timestamp()));
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
        task().context.forward(new Record<>(key, AlarmJson.write(reply), record.timestamp()), wiring.replies());
        meters.command(verdict.outcome());
    }

    private void expireShelves(long nowMillis) {
        AlarmBook book = task().book;
        for (String id : book.marks().expiredShelves(Instant.ofEpochMilli(nowMillis))) {
            book.find(id).flatMap(Alarm::onExpiry).ifPresent(transition -> book.apply(transition, nowMillis));
        }
    }

    private void tidyUp(long nowMillis) {
        AlarmBook book = task().book;
        Instant now = Instant.ofEpochMilli(nowMillis);
        book.marks().forgetCommandsBefore(now.minus(REMEMBER_COMMANDS));
        Instant before = now.minus(normalExpiry);
        book.all().stream()
                .filter(alarm ->
                        alarm.state() == AlarmState.NORMAL && alarm.since().isBefore(before))
                .forEach(alarm -> book.forget(alarm, nowMillis));
    }

    private Task task() {
        return Objects.requireNonNull(task, "process before init");
    }
}
