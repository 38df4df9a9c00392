package io.weir.standalone;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a port that others are told of, so that "any free one" is none. */
final class PortNumber implements ITypeConverter<Integer> {
    private static final int HIGHEST = 65535;

    @Override
    public Integer convert(String text) {
        try {
            int port = Integer.parseInt(text);
            if (port >= 1 && port <= HIGHEST) {
                return port;
            }
        } catch (NumberFormatException e) {
            // The message below says it better.
        }
        throw new TypeConversionException("must be a port from 1 to " + HIGHEST + ", was '" + text + "'");
    }
}
