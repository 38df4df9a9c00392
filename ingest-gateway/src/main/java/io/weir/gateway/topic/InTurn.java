package io.weir.gateway.topic;

import java.util.concurrent.Executor;

/**
 * Lets one thread after the other use an intake: the reading one, and the gateway's, which flushes the intake every second. Nobody waits
 * for Kafka in a task, so that a Kafka that is away stops only its reader, and not the gateway's time.
 */
final class InTurn implements Executor {
    /** Runs the task in this thread, once no other thread runs any. */
    @Override
    public synchronized void execute(Runnable task) {
        task.run();
    }
}
