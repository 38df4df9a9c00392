package io.weir.gateway.mapping;

import com.fasterxml.jackson.core.JsonPointer;
import io.weir.gateway.intake.Words;
import io.weir.gateway.intake.spelling.LineSpeller;

/** Finds metrics in the output of programs that print them by the O2 Monitoring library, and writes them as lines. */
final class PrintedMetrics implements RecordLines {
    private static final int PORTION_BYTES = 64 << 10;

    private final LineSpeller lines = new LineSpeller(2 * PORTION_BYTES);
    private final PrintedMetric metric = new PrintedMetric(lines);
    private final Target target;

    PrintedMetrics(Target target) {
        this.target = target;
    }

    @Override
    public void read(byte[] bytes, int from, int to) {
        int others = 0;
        for (int at = from; at < to; ) {
            int end = Words.lineEnd(bytes, at, to);
            if (metric.find(bytes, at, end)) {
                write(bytes, at, end);
            } else if (Words.start(bytes, at, end) < end) {
                others++;
            }
            if (lines.length() > PORTION_BYTES) {
                handOver();
            }
            at = end + 1;
        }
        handOver();
        if (others > 0) {
            target.passedOver(others);
        }
    }

    private void write(byte[] bytes, int from, int to) {
        RecordError error = metric.write();
        if (error != RecordError.NONE) {
            target.refused(error, JsonPointer.empty(), bytes, from, to, metric.errorAt());
        }
    }

    private void handOver() {
        target.lines(lines.array(), lines.length());
        lines.clear();
    }
}
