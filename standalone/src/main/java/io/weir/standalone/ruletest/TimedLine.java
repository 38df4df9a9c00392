package io.weir.standalone.ruletest;

import io.weir.contract.config.Refusal;
import java.util.List;

/** A line of a test, and its times in nanoseconds since the test began. */
record TimedLine(long stampNanos, long receivedNanos, String line) {

    /**
     * Parses lines of the form {@code SECONDS LINE}, or {@code SECONDS@RECEIVED LINE} if the
     * receive time differs from the timestamp.
     */
    static List<TimedLine> parse(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(TimedLine::of)
                .toList();
    }

    private static TimedLine of(String timed) {
        String[] timesAndLine = timed.split(" ", 2);
        String[] times = timesAndLine[0].split("@", 2);
        long received = Seconds.nanos(times[times.length - 1]);
        if (timesAndLine.length < 2 || received < 0) {
            throw new Refusal(
                    "has " + Refusal.quote(timed), "write a second from 0 on, and a line: 1.5 cpu,host=a value=1");
        }
        return new TimedLine(Seconds.nanos(times[0]), received, timesAndLine[1]);
    }
}
