package io.weir.gateway.kafka;

import java.util.concurrent.Executor;

/**
 * Serialises the two users of an intake: the reading thread, and the gateway's thread, which
 * flushes it every second. Tasks never wait for Kafka, so an unavailable Kafka stops only its
 * reader and not the gateway's time.
 */
final class InTurn implements Executor {
    /** Runs the task in the calling thread, while no other thread runs one. */
    @Override
    public synchronized void execute(Runnable task) {
        task.run();
    }
}
