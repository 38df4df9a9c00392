package io.weir.standalone;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a port that is announced to others, so 0 ("any free port") is not allowed. */
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
            // The exception below has a better message.
        }
        throw new TypeConversionException("must be a port from 1 to " + HIGHEST + ", was '" + text + "'");
    }
}
