package io.weir.gateway.snmp;

import io.weir.gateway.intake.Intakes;
import io.weir.gateway.poll.PollWorker;

/**
 * The parts by which a thread reads the answers of some devices.
 *
 * @param lines only for tasks of the thread
 */
record Worker(PollWorker thread, RowLines lines) {
    static Worker open(String name, Intakes intakes) {
        PollWorker thread = new PollWorker(name, intakes);
        return new Worker(thread, new RowLines(thread.lines(), intakes.clock()));
    }
}
