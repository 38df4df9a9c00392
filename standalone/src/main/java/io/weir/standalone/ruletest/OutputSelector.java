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
record Look(int line, Output feed, Optional<Duration> at) {

    boolean covers(Duration came) {
        return at.isEmpty() || came.compareTo(at.get()) <= 0;
    }

    boolean covers(CameLine came) {
        return came.feed() == feed && covers(came.at());
    }

    List<CameLine> lines(Tape tape) {
        return tape.lines().stream().filter(this::covers).toList();
    }

    List<Tape.CameAlarm> alarms(Tape tape) {
        return tape.alarms().stream().filter(alarm -> covers(alarm.at())).collect(Collectors.toList());
    }

    List<Tape.CameAction> actions(Tape tape) {
        return tape.actions().stream().filter(action -> covers(action.at())).toList();
    }

    /** For example {@code storage by 12s}. */
    @Override
    public String toString() {
        return feed + at.map(time -> " by " + Seconds.show(time)).orElse("");
    }
}
