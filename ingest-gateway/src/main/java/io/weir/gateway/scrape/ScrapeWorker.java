package io.weir.gateway.scrape;

import io.weir.gateway.exposition.ExpositionLines;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.poll.PollWorker;

/** A thread that reads the answers of some targets, with its buffers. */
final class ScrapeWorker {
    private final PollWorker thread;
    private final ExpositionLines lines;
    private final Gunzip gunzip = new Gunzip();

    ScrapeWorker(String name, Intakes intakes) {
        thread = new PollWorker(name, intakes);
        lines = new ExpositionLines(thread.lines());
    }

    PollWorker thread() {
        return thread;
    }

    /** Only for tasks of the thread. */
    ExpositionLines lines() {
        return lines;
    }

    /** Only for tasks of the thread. */
    Gunzip gunzip() {
        return gunzip;
    }
}
