package io.weir.standalone.ruletest;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A series has no point.
 *
 * @param time of the forbidden point; if empty, any point is forbidden
 */
record ExpectedAbsence(OutputSelector selector, String series, Optional<Duration> time) implements Expectation {

    @Override
    public List<String> differences(RecordedOutput output) {
        return selector.lines(output).stream()
                .filter(line -> line.series().equals(series)
                        && time.map(stamp -> stamp.toNanos() == line.stampNanos())
                                .orElse(true))
                .findFirst()
                .map(line -> List.of("expected no " + this, "actual   " + line))
                .orElse(List.of());
    }

    @Override
    public String toString() {
        return time.map(stamp -> Seconds.show(stamp.toNanos()) + " ").orElse("") + series;
    }
}
