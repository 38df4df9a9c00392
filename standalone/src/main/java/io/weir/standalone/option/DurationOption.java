package io.weir.standalone.option;

import io.weir.contract.config.Durations;
import io.weir.contract.config.Refusal;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A duration of the command line, such as {@code 30m}. */
public final class DurationOption implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        try {
            return Durations.parse(text);
        } catch (Refusal e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
