package io.weir.writer.store.archive;

import io.weir.contract.config.Durations;
import io.weir.contract.config.Refusal;
import io.weir.writer.store.StoreUrl;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The address of an archive.
 *
 * @param every the longest time that lines are in memory
 * @param memory the most bytes that lines occupy in memory, about
 */
public record ArchiveUrl(String text, Path directory, Duration every, long memory) implements StoreUrl {
    /** The begin of such addresses. */
    public static final String SCHEME = "archive";

    static final String FORM = "archive:DIR[?every=10m&memory-mib=64]";

    private static final Duration EVERY = Duration.ofMinutes(10);
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final int MEMORY_MIB = 64;
    private static final int MOST_MIB = 16 * 1024;

    /**
     * Reads an address with its scheme.
     *
     * @throws Refusal with the error
     */
    static ArchiveUrl parse(String text) {
        String rest = text.substring(SCHEME.length() + 1);
        int query = rest.indexOf('?');
        String name = query < 0 ? rest : rest.substring(0, query);
        if (name.isEmpty() || name.startsWith("//")) {
            throw wrong(text, "names no directory");
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
                case "memory-mib" -> mib = mib(text, value);
                default -> throw wrong(text, "has the unknown option " + Refusal.quote(key));
            }
        }
        if (every.compareTo(SHORTEST) < 0) {
            throw wrong(text, "has a duration below 1s");
        }
        try {
            return new ArchiveUrl(text, Path.of(name), every, mib << 20);
        } catch (InvalidPathException e) {
            throw wrong(text, "names no directory");
        }
    }

    /** The address itself, because no server has it. */
    @Override
    public String http() {
        return text;
    }

    private static long mib(String text, String value) {
        if (!value.matches("[0-9]{1,6}") || Integer.parseInt(value) < 1 || Integer.parseInt(value) > MOST_MIB) {
            throw wrong(text, "has a memory-mib that is no number from 1 to " + MOST_MIB);
        }
        return Integer.parseInt(value);
    }

    private static Refusal wrong(String text, String what) {
        return new Refusal(Refusal.quote(text) + " " + what, FORM);
    }
}
