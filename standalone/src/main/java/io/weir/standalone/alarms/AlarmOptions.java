package io.weir.standalone.alarms;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.rule.Glob;
import io.weir.contract.service.KafkaSettings;
import io.weir.standalone.topic.KafkaOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Which alarms are shown, and how: what {@code list} and {@code watch} have in common. */
final class AlarmOptions {

    @Parameters(
            arity = "0..1",
            paramLabel = "ID",
            description = "Only alarms whose id is like this, such as 'cpu-high/TPC/*'.",
            converter = GlobReader.class)
    private Glob id = Glob.ANY;

    @Option(names = "--json", description = "Each as one line of JSON, as it is in the topic.")
    private boolean json;

    @Mixin
    private final KafkaOptions kafka = new KafkaOptions();

    KafkaSettings kafka() {
        return kafka.settings();
    }

    boolean shows(AlarmEvent alarm) {
        return id.matches(alarm.id());
    }

    /** How one alarm's line is written: as JSON, or for people. */
    AlarmLine line(AlarmLine forPeople) {
        return json ? AlarmLine.JSON : forPeople;
    }

    boolean isJson() {
        return json;
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
