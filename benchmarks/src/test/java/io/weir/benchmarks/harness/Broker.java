package io.weir.benchmarks.harness;

import io.weir.standalone.embedded.EmbeddedBroker;
import java.nio.file.Path;

/** Runs only a Kafka broker as a process: {@code Broker DIRECTORY PORT CONTROLLER_PORT}. */
public final class Broker {
    private Broker() {}

    /** Runs until the process is stopped. */
    public static void main(String[] arguments) throws InterruptedException {
        EmbeddedBroker broker = EmbeddedBroker.start(
                Path.of(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close));
        Thread.currentThread().join();
    }
}
