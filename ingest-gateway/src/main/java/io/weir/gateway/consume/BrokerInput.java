package io.weir.gateway.consume;

import io.weir.contract.service.Worker;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * An input that consumes messages of a broker in several threads, each with a connection of its own.
 * Reconnects after a pause when a connection fails; the gateway's time continues meanwhile.
 */
public final class BrokerInput implements Input {
    private static final long PAUSE_MILLIS = 1_000;
    private static final long CLOSE_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Broker broker;
    private final Outage outage;
    private final List<Consumer> consumers = new ArrayList<>();

    /**
     * How an input consumes.
     *
     * @param input name of the input, for the log
     * @param consumers number of connections
     * @param messageBytes longer messages are rejected
     * @param deadLetter whether messages of which anything was rejected are refused at the broker
     * @param receiveTime whether lines get the time of receipt if neither they nor their message has a
     *     time; otherwise they are rejected
     */
    public record Settings(String input, int consumers, int messageBytes, boolean deadLetter, boolean receiveTime) {}

    private BrokerInput(
            Broker broker, Settings settings, Intakes intakes, Function<LineIntake, MessageMapping> mapping) {
        this.broker = broker;
        this.outage = new Outage(settings.input(), broker.toString(), System::nanoTime);
        ConsumerLoop.Settings loop =
                new ConsumerLoop.Settings(intakes.lingerNanos(), broker.window(), settings.deadLetter());
        for (int i = 0; i < settings.consumers(); i++) {
            MessageHandover handover =
                    new MessageHandover(intakes, mapping, settings.messageBytes(), settings.receiveTime());
            consumers.add(new Consumer(i, "weir-gateway-" + settings.input() + "-" + i, handover, loop));
        }
    }

    /**
     * Starts to consume once the broker is available.
     *
     * @param mapping creates what turns the messages of one thread into lines
     */
    public static BrokerInput open(
            Broker broker, Settings settings, Intakes intakes, Function<LineIntake, MessageMapping> mapping) {
        BrokerInput input = new BrokerInput(broker, settings, intakes, mapping);
        input.consumers.forEach(consumer -> consumer.worker.start());
        return input;
    }

    /** One of the threads. */
    private final class Consumer {
        final int index;
        final String name;
        final MessageHandover handover;
        final ConsumerLoop.Settings settings;
        final Worker worker;

        Consumer(int index, String name, MessageHandover handover, ConsumerLoop.Settings settings) {
            this.index = index;
            this.name = name;
            this.handover = handover;
            this.settings = settings;
            this.worker = new Worker(name, this::run);
        }

        private void run() throws InterruptedException {
            worker.retrying(this::consume, e -> outage.failed(index, e), PAUSE_MILLIS);
            handover.flush();
        }

        private void consume() throws IOException, InterruptedException {
            try (Subscription subscription = broker.subscribe(name)) {
                ConsumerLoop loop = new ConsumerLoop(subscription, handover, settings);
                long startNanos = System.nanoTime();
                boolean isStable = false;
                while (!worker.isEnding()) {
                    loop.turn(worker);
                    isStable = isStable || outage.ended(index, startNanos);
                }
                loop.settle();
            }
        }
    }

    @Override
    public String listens() {
        return broker.toString();
    }

    /**
     * Hands over and acknowledges what was consumed, as far as Kafka accepts it within some seconds.
     * The broker delivers the rest again.
     */
    @Override
    public void close() {
        consumers.forEach(consumer -> consumer.worker.end());
        long deadlineNanos = System.nanoTime() + CLOSE_WITHIN_NANOS;
        for (Consumer consumer : consumers) {
            // 0 would wait for ever.
            consumer.worker.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime())));
        }
    }
}
