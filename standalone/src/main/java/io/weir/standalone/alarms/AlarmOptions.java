package io.weir.standalone.alarms;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.match.AlarmFilter;
import io.weir.contract.rule.match.WordFilter;
import io.weir.contract.service.KafkaSettings;
import io.weir.standalone.topic.KafkaOptions;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The common options of the commands that show alarms: which alarms to show, and how. */
final class AlarmOptions {

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description = "Only alarms that all words match, as in the filter of the page: a part of the id, message,"
                    + " state, severity or a tag; a glob such as 'cpu-high/TPC/*'; key=value, such as"
                    + " hostname=flp1. After --, -WORD excludes.")
    private List<String> words = new ArrayList<>();

    @Option(
            names = "--severity",
            split = ",",
            paramLabel = "SEVERITY",
            description = "Only alarms of these severities: ${COMPLETION-CANDIDATES}.")
    private Set<Severity> severities = EnumSet.allOf(Severity.class);

    @Option(
            names = "--state",
            split = ",",
            paramLabel = "STATE",
            description = "Only alarms in these states: ${COMPLETION-CANDIDATES}.")
    private Set<AlarmState> states = EnumSet.allOf(AlarmState.class);

    @Option(names = "--json", description = "Prints each as one line of JSON, unmodified from the topic.")
    private boolean json;

    @Mixin
    private final KafkaOptions kafka = new KafkaOptions();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    KafkaSettings kafka() {
        return kafka.settings();
    }

    /** Whether an alarm is selected. */
    Predicate<AlarmEvent> selection() {
        try {
            AlarmFilter filter = new AlarmFilter(new WordFilter(String.join(" ", words)));
            return alarm -> severities.contains(alarm.severity()) && states.contains(alarm.to()) && filter.test(alarm);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "WORD: " + e.getMessage(), e);
        }
    }

    boolean isJson() {
        return json;
    }

    /** Prints alarms in this order, as JSON or as a table. */
    void print(List<AlarmEvent> alarms, PrintWriter out) {
        if (json) {
            alarms.forEach(alarm -> out.println(AlarmLine.JSON.of(alarm)));
        } else {
            AlarmTable.print(alarms, out);
        }
        out.flush();
    }

    /** The format of one alarm: JSON, or {@code forPeople}. */
    AlarmLine line(AlarmLine forPeople) {
        return json ? AlarmLine.JSON : forPeople;
    }
}
