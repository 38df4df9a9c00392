package io.weir.standalone.topic;

import io.weir.contract.service.KafkaSettings;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir tap}: shows the records of a topic. */
@Command(
        name = "tap",
        description = "Shows the records of a topic as they arrive, without ticks. Ends on Ctrl-C.",
        mixinStandardHelpOptions = true)
public final class Tap implements Callable<Integer> {

    @Parameters(
            index = "0",
            paramLabel = "TOPIC",
            description = "raw, storage, live, alarming, rejected, events, state, conditions, commands,"
                    + " actions or rules; or the full name of any topic.")
    private String topic = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "SELECTOR",
            description = "Shows only some records. Metrics: a series in line protocol, with globs, such as"
                    + " 'cpu,hostname=flp*'. Rejected: a glob for reason or stage. Others: a glob for the"
                    + " key, such as an alarm's id.")
    private Optional<String> selector = Optional.empty();

    @Option(
            names = "--from-beginning",
            description = "Starts with the oldest record of the topic, not with the next one.")
    private boolean fromBeginning;

    @Option(names = "--until-now", description = "Shows all records that the topic has now, then ends.")
    private boolean untilNow;

    @Option(names = "--times", description = "Each line begins with its time, in UTC.")
    private boolean times;

    @Option(
            names = "--raw",
            description = "Prints all bytes unmodified; otherwise terminal control characters are escaped:"
                    + " \\n, \\xNN, \\u{NNNN}.")
    private boolean raw;

    @Mixin
    private final KafkaOptions options = new KafkaOptions();

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() {
        KafkaSettings kafka = options.settings();
        String name = TopicName.of(topic, kafka.topics());
        View view = view(name, kafka);
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out, 1 << 16), false);
        try (TopicReader reader = TopicReader.open(kafka, name)) {
            if (untilNow) {
                reader.seekToBeginning();
                reader.readToEnd(record -> show(view, record, out));
                out.flush();
                return CommandLine.ExitCode.OK;
            }
            if (fromBeginning) {
                reader.seekToBeginning();
            } else {
                reader.seekToEnd();
            }
            // Also ends when the reader of a pipe, such as head, has ended.
            while (!out.checkError()) {
                reader.poll(record -> show(view, record, out));
            }
            return CommandLine.ExitCode.OK;
        }
    }

    private View view(String name, KafkaSettings kafka) {
        try {
            return View.of(name, kafka.topics(), selector, new Spelling(raw, times));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "SELECTOR: " + e.getMessage(), e);
        }
    }

    private static void show(View view, ConsumerRecord<byte[], byte[]> record, OutputStream out) {
        try {
            view.show(record, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
