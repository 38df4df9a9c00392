package io.weir.gateway.intake;

import java.util.concurrent.Executor;

/**
 * Serialises the two users of an intake: the reading thread, and the gateway's thread, which
 * flushes it every second. Tasks never wait for a source, so an unavailable source stops only its
 * reader and not the gateway's time.
 */
public final class InTurn implements Executor {
    /** Runs the task in the calling thread, while no other thread runs one. */
    @Override
    public synchronized void execute(Runnable task) {
        task.run();
    }
}
