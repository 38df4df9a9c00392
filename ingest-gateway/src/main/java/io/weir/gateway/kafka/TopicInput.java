package io.weir.gateway.kafka;

import io.weir.contract.consumer.GroupAdmin;
import io.weir.contract.service.StartException;
import io.weir.contract.service.Worker;
import io.weir.gateway.intake.InTurn;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.MessageIntake;
import java.time.Duration;
import java.util.HashMap;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An input that reads topics in one thread. Waits for an unavailable Kafka, which it logs once; the
 * gateway's time continues meanwhile.
 */
public final class TopicInput implements Input {
    private static final Logger LOG = LoggerFactory.getLogger(TopicInput.class);
    private static final long PAUSE_MILLIS = 1_000;
    private static final long LOOK_FOR_TOPICS_MILLIS = 100;
    private static final long CLOSE_WITHIN_MILLIS = 5_000;
    private static final CloseOptions CLOSE_CONSUMER = CloseOptions.timeout(Duration.ofSeconds(2));

    private final TopicSource source;
    private final TopicLoop.Parts parts;
    private final Worker worker;
    private boolean hasLoggedFailure;

    private TopicInput(TopicSource source, Intakes intakes, Function<LineIntake, MessageIntake> mapping) {
        this.source = source;
        InTurn inTurn = new InTurn();
        LineIntake lines = intakes.next(inTurn).withOrigins();
        this.parts = new TopicLoop.Parts(
                lines,
                inTurn,
                mapping.apply(lines),
                intakes.queue(),
                intakes.clock(),
                intakes.lingerNanos(),
                intakes.missed(),
                new HashMap<>());
        this.worker = new Worker("weir-gateway-" + source.input(), this::run);
    }

    /**
     * Starts to read once Kafka and the topics are available.
     *
     * @param mapping creates what turns each record into lines of the intake
     * @throws StartException if the settings are not valid for a Kafka consumer
     */
    public static TopicInput open(TopicSource source, Intakes intakes, Function<LineIntake, MessageIntake> mapping) {
        source.check();
        TopicInput input = new TopicInput(source, intakes, mapping);
        input.worker.start();
        return input;
    }

    @Override
    public String listens() {
        return "topics=" + source.topics() + " kafka=" + source.bootstrap() + " group=" + source.group();
    }

    private void run() throws InterruptedException {
        // A failure is from Kafka, or unexpected: for both, restart from the committed offsets.
        worker.retrying(this::read, this::logFailure, PAUSE_MILLIS);
        parts.inTurn().execute(parts.intake()::flush);
    }

    private void read() throws InterruptedException {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(source.consumerSettings());
        try (GroupAdmin admin = new GroupAdmin(source.client())) {
            read(new TopicLoop(consumer, admin, source, parts));
        } finally {
            consumer.close(CLOSE_CONSUMER);
        }
    }

    private void read(TopicLoop loop) throws InterruptedException {
        while (!worker.isEnding()) {
            loop.turn();
            if (!loop.hasTopics()) {
                worker.pause(LOOK_FOR_TOPICS_MILLIS);
            } else if (hasLoggedFailure) {
                LOG.info("input {} reads again", source.input());
                hasLoggedFailure = false;
            }
        }
        loop.settle();
    }

    private void logFailure(Exception e) {
        if (!hasLoggedFailure) {
            LOG.warn("input {} cannot read from Kafka at {} and retries", source.input(), source.bootstrap(), e);
        }
        hasLoggedFailure = true;
    }

    /**
     * Hands over and commits what was read, as far as Kafka accepts it within some seconds.
     * Uncommitted records are read again.
     */
    @Override
    public void close() {
        worker.end();
        worker.join(CLOSE_WITHIN_MILLIS);
    }
}
