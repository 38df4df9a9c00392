package io.weir.standalone.ruletest;

import io.weir.standalone.replay.Output;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Selects the output that an expectation inspects: everything that a feed contains at a time.
 *
 * @param line of the test file
 * @param at the time; if empty, the end of the test
 */
record OutputSelector(int line, Output feed, Optional<Duration> at) {

    boolean covers(Duration time) {
        return at.isEmpty() || time.compareTo(at.get()) <= 0;
    }

    boolean covers(OutputLine written) {
        return written.feed() == feed && covers(written.at());
    }

    List<OutputLine> lines(RecordedOutput output) {
        return output.lines().stream().filter(this::covers).toList();
    }

    List<RecordedOutput.OutputAlarm> alarms(RecordedOutput output) {
        return output.alarms().stream().filter(alarm -> covers(alarm.at())).collect(Collectors.toList());
    }

    List<RecordedOutput.OutputAction> actions(RecordedOutput output) {
        return output.actions().stream().filter(action -> covers(action.at())).toList();
    }

    /** For example {@code storage by 12s}. */
    @Override
    public String toString() {
        return feed + at.map(time -> " by " + Seconds.show(time)).orElse("");
    }
}
