package io.weir.standalone.alarms;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the option {@code --limit}. */
final class Limit implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
        try {
            int limit = Integer.parseInt(text);
            if (limit > 0) {
                return limit;
            }
        } catch (NumberFormatException e) {
            // Refused below.
        }
        throw new TypeConversionException("must be a number of 1 or more, was " + text);
    }
}
