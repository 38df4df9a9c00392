package io.weir.standalone;

import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Reads the numbers of the command line, because the errors of picocli name types of Java. */
final class NumberOptions {
    private NumberOptions() {}

    /** Configures all subcommands too, so call it after all of them are added. */
    static void install(CommandLine weir) {
        String upToInt = "a whole number up to " + Integer.MAX_VALUE;
        String upToLong = "a whole number up to " + Long.MAX_VALUE;
        weir.registerConverter(int.class, text -> read(text, Integer::valueOf, upToInt));
        weir.registerConverter(Integer.class, text -> read(text, Integer::valueOf, upToInt));
        weir.registerConverter(long.class, text -> read(text, Long::valueOf, upToLong));
        weir.registerConverter(Long.class, text -> read(text, Long::valueOf, upToLong));
        weir.registerConverter(double.class, text -> read(text, NumberOptions::finite, "a number"));
        weir.registerConverter(Double.class, text -> read(text, NumberOptions::finite, "a number"));
    }

    private static <T> T read(String text, Function<String, T> parse, String expected) {
        try {
            return parse.apply(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("must be " + expected + ", was '" + text + "'");
        }
    }

    private static double finite(String text) {
        double number = Double.parseDouble(text);
        if (!Double.isFinite(number)) {
            throw new NumberFormatException(text);
        }
        return number;
    }
}
