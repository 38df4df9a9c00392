package io.weir.standalone.alarms;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.service.KafkaSettings;
import io.weir.standalone.topic.KafkaOptions;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The common options of {@code list} and {@code watch}: which alarms to show, and how. */
final class AlarmOptions {

    @Parameters(
            arity = "0..1",
            paramLabel = "ID",
            description = "Only alarms whose id matches this glob, such as 'cpu-high/TPC/*'.",
            converter = GlobReader.class)
    private Glob id = Glob.ANY;

    @Option(names = "--json", description = "Prints each as one line of JSON, unmodified from the topic.")
    private boolean json;

    @Mixin
    private final KafkaOptions kafka = new KafkaOptions();

    KafkaSettings kafka() {
        return kafka.settings();
    }

    boolean shows(AlarmEvent alarm) {
        return id.matches(alarm.id());
    }

    /** Shows the selected alarms of a board, worst first. */
    void show(AlarmBoard board, boolean all, boolean asTree, PrintWriter out) {
        List<AlarmEvent> shown =
                board.worstFirst(all).stream().filter(this::shows).toList();
        if (json) {
            shown.forEach(alarm -> out.println(AlarmLine.JSON.of(alarm)));
        } else if (asTree) {
            AlarmTree.of(shown).print(out);
        } else {
            AlarmTable.print(shown, out);
        }
        out.flush();
    }

    /** The format of one alarm: JSON, or {@code forPeople}. */
    AlarmLine line(AlarmLine forPeople) {
        return json ? AlarmLine.JSON : forPeople;
    }

    private static final class GlobReader implements ITypeConverter<Glob> {
        @Override
        public Glob convert(String text) {
            try {
                return new Glob(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
