package io.weir.standalone.ruletest;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.ControlAction;
import io.weir.standalone.replay.Output;
import io.weir.standalone.replay.VirtualWeir;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Records all output of one test, in its order. Not thread-safe. */
final class RecordedOutput implements VirtualWeir.Sink {
    private final List<OutputLine> lines = new ArrayList<>();
    private final List<OutputAlarm> alarms = new ArrayList<>();
    private final List<OutputAction> actions = new ArrayList<>();
    private Duration now = Duration.ZERO;

    /**
     * A transition of an alarm.
     *
     * @param at when it was written, since the start of the test
     */
    record OutputAlarm(Duration at, AlarmEvent event) {
        /** When it happened, since the start of the test. */
        Duration time() {
            return Duration.ofMillis(event.eventTime().toEpochMilli());
        }

        /** The spelling of test files. */
        static String word(@Nullable Enum<?> constant) {
            return String.valueOf(constant).toLowerCase(Locale.ROOT).replace('_', '-');
        }

        @Override
        public String toString() {
            return word(event.from()) + " > " + word(event.to()) + " " + word(event.severity()) + " value="
                    + event.value()
                    + (event.chattering() == null ? "" : " chattering")
                    + (event.flips() == null ? "" : " flips=" + event.flips())
                    + (event.escalated() == null ? "" : " escalated")
                    + (event.suppressedBy() == null ? "" : " by " + event.suppressedBy())
                    + " at " + Seconds.show(time()) + " (written at " + Seconds.show(at) + ")";
        }
    }

    /**
     * An action that was requested or withdrawn.
     *
     * @param at when it was written, since the start of the test
     */
    record OutputAction(Duration at, ControlAction action) {

        @Override
        public String toString() {
            return OutputAlarm.word(action.kind()) + " " + action.action() + action.arguments()
                    + (action.dryRun() ? " dry-run" : "") + " (written at " + Seconds.show(at) + ")";
        }
    }

    /** Sets the time of the following output. */
    void now(long millis) {
        now = Duration.ofMillis(millis);
    }

    @Override
    public void written(Output from, byte[] value, int count) {
        if (from == Output.ALARMS) {
            alarms.add(new OutputAlarm(now, AlarmJson.readEvent(value)));
        } else if (from == Output.ACTIONS) {
            actions.add(new OutputAction(now, AlarmJson.readAction(value)));
        } else {
            lines.addAll(OutputLine.of(from, now, value));
        }
    }

    List<OutputLine> lines() {
        return lines;
    }

    List<OutputAlarm> alarms() {
        return alarms;
    }

    List<OutputAction> actions() {
        return actions;
    }
}
