package io.weir.standalone.alarms;

import io.weir.contract.config.Durations;
import io.weir.contract.config.Refusal;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an option such as {@code 30m}. */
final class DurationReader implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        try {
            return Durations.parse(text);
        } catch (Refusal e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
