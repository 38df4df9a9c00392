package io.weir.writer.store.directory;

import io.weir.contract.config.Durations;
import io.weir.contract.config.Refusal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The part of a directory's address after its scheme.
 *
 * @param every the longest time that lines are in memory
 * @param memory the most bytes that lines occupy in memory, about
 */
public record DirectoryOptions(Path directory, Duration every, long memory) {
    /** The form of such addresses after the scheme and its colon. */
    public static final String FORM = "DIR[?every=10m&memory-mib=64]";

    private static final Duration EVERY = Duration.ofMinutes(10);
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final int MEMORY_MIB = 64;

    /**
     * Reads an address.
     *
     * @param scheme without the colon, with which the address begins
     * @param mostMib the limit of {@code memory-mib}
     * @throws Refusal with the error
     */
    public static DirectoryOptions parse(String text, String scheme, int mostMib) {
        try {
            return read(text.substring(scheme.length() + 1), mostMib);
        } catch (WrongException e) {
            throw new Refusal(Refusal.quote(text) + " " + e.getMessage(), scheme + ":" + FORM);
        }
    }

    private static DirectoryOptions read(String rest, int mostMib) throws WrongException {
        int query = rest.indexOf('?');
        String name = query < 0 ? rest : rest.substring(0, query);
        if (name.startsWith("//")) {
            throw new WrongException("has // before the directory: write one slash");
        }
        if (name.isEmpty()) {
            throw new WrongException("names no directory");
        }
        Duration every = EVERY;
        long mib = MEMORY_MIB;
        String options = query < 0 ? "" : rest.substring(query + 1);
        for (String option : options.isEmpty() ? new String[0] : options.split("&", -1)) {
            int equals = option.indexOf('=');
            String key = equals < 0 ? option : option.substring(0, equals);
            String value = equals < 0 ? "" : option.substring(equals + 1);
            switch (key) {
                case "every" -> every = Durations.parse(value);
                case "memory-mib" -> mib = mib(value, mostMib);
                default -> throw new WrongException("has the unknown option " + Refusal.quote(key));
            }
        }
        if (every.compareTo(SHORTEST) < 0) {
            throw new WrongException("has a duration below 1s");
        }
        try {
            return new DirectoryOptions(Path.of(name), every, mib << 20);
        } catch (InvalidPathException e) {
            throw new WrongException("names no directory");
        }
    }

    private static long mib(String value, int most) throws WrongException {
        if (!value.matches("[0-9]{1,6}") || Integer.parseInt(value) < 1 || Integer.parseInt(value) > most) {
            throw new WrongException("has a memory-mib that is no number from 1 to " + most);
        }
        return Integer.parseInt(value);
    }

    private static final class WrongException extends Exception {
        private static final long serialVersionUID = 1L;

        WrongException(String message) {
            super(message);
        }
    }
}
