package io.weir.standalone.topic;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.config.Refusal;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A farm state as commands spell it: {@code NAME=VALUE}. */
public record StateSetting(String name, String value) {

    /** Parses an argument of a command line. */
    public static final class Reader implements ITypeConverter<StateSetting> {
        @Override
        public StateSetting convert(String text) {
            int equals = text.indexOf('=');
            if (equals < 0) {
                throw new TypeConversionException(Refusal.quote(text) + " is not NAME=VALUE, such as run=1234");
            }
            StateSetting setting = new StateSetting(text.substring(0, equals), text.substring(equals + 1));
            require("name", setting.name, FarmState.mistakeOfName(setting.name));
            require("value", setting.value, FarmState.mistakeOfValue(setting.value));
            return setting;
        }
    }

    /** Parses a name without a value. */
    static final class NameReader implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            require("name", text, FarmState.mistakeOfName(text));
            return text;
        }
    }

    private static void require(String what, String text, Optional<String> mistake) {
        mistake.ifPresent(wrong -> {
            throw new TypeConversionException("the " + what + " of a state " + wrong + ", was " + Refusal.quote(text));
        });
    }
}
