package io.weir.standalone.option;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time of the command line: a day, which means its begin, or an instant. */
public final class TimeOption implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
        try {
            return text.length() <= "2026-11-27".length()
                    ? LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC)
                    : Instant.parse(text);
        } catch (DateTimeException e) {
            throw new TypeConversionException(
                    "'" + text + "' is no time in UTC; such as 2026-11-27 or 2026-11-27T15:00:00Z");
        }
    }
}
