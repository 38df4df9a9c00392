package io.weir.standalone.alarms;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.contract.config.Nearest;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.standalone.topic.KafkaOptions;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir alarms explain}: why an alarm is in its state. */
@Command(
        name = "explain",
        description = "Explains the state of an alarm: value, limit, rule and its version, times,"
                + " operators' commands, the outcome of its action, and the record that caused it.",
        mixinStandardHelpOptions = true)
final class AlarmsExplain implements Callable<Integer> {

    @Parameters(paramLabel = "ID", description = "The alarm's id, such as cpu-high/TPC/flp1.")
    private String id = "";

    @Mixin
    private final KafkaOptions kafka = new KafkaOptions();

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() {
        KafkaSettings settings = kafka.settings();
        AlarmBoard board = AlarmBoard.read(settings);
        AlarmEvent alarm = board.find(id)
                .orElseThrow(() -> new StartException(
                        "no alarm has the id " + AlarmLine.text(id) + "; " + Nearest.suggestion(id, board.ids())));
        LastAction action = LastAction.read(settings, id, Clock.systemUTC().instant());
        print(alarm, action.of(alarm, board), command.commandLine().getOut());
        return CommandLine.ExitCode.OK;
    }

    /**
     * Prints one line for each known fact.
     *
     * @param actionFacts facts about its action, by name
     */
    static void print(AlarmEvent alarm, Map<String, String> actionFacts, PrintWriter out) {
        out.println(AlarmLine.text(alarm.id()) + " is " + alarm.to() + ", " + alarm.severity() + ", since "
                + alarm.since());
        if (!alarm.raise().equals(alarm.since())) {
            line(out, "raised", alarm.raise().toString());
        }
        line(out, "condition", condition(alarm));
        line(out, "message", alarm.message());
        line(out, "rule", alarm.rule() + ", rules of version " + alarm.ruleVersion());
        line(out, "guidance", alarm.guidance());
        if (alarm.worst() != alarm.severity()) {
            line(out, "worst", alarm.worst() + " since it was last NORMAL");
        }
        if (alarm.latch() != null) {
            line(out, "latches", "the alarm stays until it is acknowledged, even after its condition has cleared");
        }
        if (alarm.chattering() != null) {
            line(
                    out,
                    "chatters",
                    "raised " + alarm.flips() + " times up to this event; the next update follows when it is quiet");
        }
        if (alarm.escalated() != null) {
            line(out, "escalated", "not acknowledged in time: more severe than its condition");
        }
        if (alarm.user() != null) {
            line(out, "operator", alarm.user() + (alarm.reason() == null ? "" : ": " + alarm.reason()));
        }
        if (alarm.comment() != null) {
            line(out, "comment", alarm.comment().user() + ": " + alarm.comment().text());
        }
        if (alarm.expiry() != null) {
            line(out, "comes back", alarm.expiry().toString());
        }
        if (alarm.suppressedBy() != null) {
            line(out, "masked by", alarm.suppressedBy());
        }
        actionFacts.forEach((name, text) -> line(out, name, text));
        line(out, "last event", alarm.transition() + " at " + alarm.eventTime() + ", decided " + alarm.decisionTime());
        line(out, "caused by", cause(alarm));
        line(out, "tags", alarm.tags().toString());
        line(out, "operators", possible(alarm.to()));
        out.flush();
    }

    private static void line(PrintWriter out, String name, String text) {
        if (!text.isEmpty()) {
            out.printf("  %-11s %s%n", name, AlarmLine.text(text));
        }
    }

    private static String condition(AlarmEvent alarm) {
        if (alarm.text() != null) {
            return "the value was \"" + alarm.text() + '"'
                    + (alarm.severity() == Severity.OK ? ", which clears the alarm" : ", which is " + alarm.severity());
        }
        if (alarm.value() == null || alarm.threshold() == null) {
            return "the alarm has no value";
        }
        String limit = AlarmLine.value(alarm.threshold());
        return "the value was " + AlarmLine.value(alarm.value())
                + switch (alarm.severity()) {
                    case OK -> ", which clears the alarm: the clear value is " + limit;
                    case MINOR, MAJOR -> passed(alarm, alarm.value(), alarm.threshold());
                    case INVALID -> ", but its current value is unknown";
                };
    }

    /** An escalated alarm has the limit of the severity before the escalation. */
    private static String passed(AlarmEvent alarm, double value, double threshold) {
        String limit = alarm.escalated() == null ? "the limit of " + alarm.severity() : "its limit";
        return value == threshold
                ? ", which is " + limit
                : (value < threshold ? ", below " : ", above ") + AlarmLine.value(threshold) + ", " + limit;
    }

    private static String cause(AlarmEvent alarm) {
        if (alarm.source() == null) {
            return "a time limit";
        }
        return (alarm.command() == null ? "" : "command " + alarm.command() + ", ") + "record " + alarm.source();
    }

    /** The operations that the table of docs/alarms.md allows in a state. */
    private static String possible(AlarmState state) {
        return switch (state) {
            case NORMAL -> "may shelve it or take it out of service";
            case UNACKNOWLEDGED, RETURNED -> "may acknowledge it (ack), shelve it, or take it out of service";
            case ACKNOWLEDGED -> "may unacknowledge it (unack), shelve it, or take it out of service";
            case SHELVED -> "may unshelve it, shelve it anew, or take it out of service";
            case SUPPRESSED -> "may shelve it or take it out of service";
            case OUT_OF_SERVICE -> "may return it to service";
        };
    }
}
