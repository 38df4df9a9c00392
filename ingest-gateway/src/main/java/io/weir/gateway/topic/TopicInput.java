package io.weir.gateway.topic;

import io.weir.contract.service.StartException;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.StampUnit;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Topics as a door: one thread that reads them. Waits for a Kafka that is not there, and says so once. */
public final class TopicInput implements Input {
    private static final Logger LOG = LoggerFactory.getLogger(TopicInput.class);
    private static final long PAUSE_MILLIS = 1_000;
    private static final long LOOK_FOR_TOPICS_MILLIS = 100;
    private static final long CLOSE_WITHIN_MILLIS = 5_000;

    private final TopicSource source;
    private final TopicLoop.Parts parts;
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile boolean isClosing;
    private boolean hasSaidTrouble;

    private TopicInput(TopicSource source, Intakes intakes, StampUnit unit) {
        this.source = source;
        this.parts = new TopicLoop.Parts(
                intakes.next(tasks::add, unit).withOrigins(),
                unit,
                intakes.handOff(),
                intakes.clock(),
                intakes.lingerNanos(),
                intakes.missed());
        this.thread = new Thread(this::run, "weir-gateway-" + source.input());
        this.thread.setDaemon(true);
    }

    /**
     * Reads from now on, as soon as Kafka and the topics are there.
     *
     * @throws StartException if the settings are none of a Kafka consumer
     */
    public static TopicInput open(TopicSource source, Intakes intakes, StampUnit unit) {
        source.check();
        TopicInput input = new TopicInput(source, intakes, unit);
        input.thread.start();
        return input;
    }

    @Override
    public String listens() {
        return "topics=" + source.topics() + " kafka=" + source.bootstrap() + " group=" + source.group();
    }

    private void run() {
        while (!isClosing) {
            try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(source.consumerSettings());
                    TopicIds ids = new TopicIds(source.client())) {
                read(new TopicLoop(consumer, ids, source, parts));
            } catch (RuntimeException e) {
                // Of Kafka, or not foreseen: to begin again from what was committed is right for both.
                sayTrouble(e);
                runTasks(PAUSE_MILLIS);
            }
        }
        parts.intake().flush();
    }

    private void read(TopicLoop loop) {
        while (!isClosing) {
            loop.turn();
            runTasks(loop.hasTopics() ? 0 : LOOK_FOR_TOPICS_MILLIS);
            if (loop.hasTopics() && hasSaidTrouble) {
                LOG.info("input {} reads again", source.input());
                hasSaidTrouble = false;
            }
        }
        loop.settle();
    }

    /** Runs what the gateway wants to be run on this thread, waiting so long for the first of it. */
    private void runTasks(long millis) {
        try {
            Runnable task = tasks.poll(millis, TimeUnit.MILLISECONDS);
            while (task != null) {
                task.run();
                task = tasks.poll();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sayTrouble(RuntimeException e) {
        if (!hasSaidTrouble && !isClosing) {
            LOG.warn("input {} cannot read from Kafka at {}; trying on", source.input(), source.bootstrap(), e);
        }
        hasSaidTrouble = true;
    }

    /** Hands on and commits what was read, as far as Kafka takes it within some seconds; what is not committed is read again. */
    @Override
    public void close() {
        isClosing = true;
        try {
            thread.join(CLOSE_WITHIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
