package io.weir.benchmarks;

import io.weir.standalone.EmbeddedBroker;
import java.nio.file.Path;

/** A Kafka broker and nothing else, as a process: {@code Broker DIRECTORY PORT CONTROLLER_PORT}. Ends when it is told to. */
public final class Broker {
    private Broker() {}

    /** Runs until the process is ended. */
    public static void main(String[] arguments) throws InterruptedException {
        EmbeddedBroker broker = EmbeddedBroker.start(
                Path.of(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close));
        Thread.currentThread().join();
    }
}
