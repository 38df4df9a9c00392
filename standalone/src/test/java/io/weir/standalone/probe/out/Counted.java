package io.weir.standalone.probe.out;

import java.util.concurrent.atomic.AtomicLong;

/** Counts of a test. */
record Counted(AtomicLong sentLines, AtomicLong lostLines) implements DeliveryCounts {
    Counted() {
        this(new AtomicLong(), new AtomicLong());
    }

    @Override
    public void sent(int lines) {
        sentLines.addAndGet(lines);
    }

    @Override
    public void lost(long lines) {
        lostLines.addAndGet(lines);
    }
}
