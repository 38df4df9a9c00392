package io.weir.gateway.collectd;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Severity of a notification, with collectd's names. */
enum Severity {
    FAILURE(1),
    WARNING(2),
    OKAY(4);

    private static final Severity[] ALL = values();

    private final long number;
    private final String word = name().toLowerCase(Locale.ROOT);

    Severity(long number) {
        this.number = number;
    }

    /** The severity with this number, or null. */
    static @Nullable Severity of(long number) {
        for (Severity severity : ALL) {
            if (severity.number == number) {
                return severity;
            }
        }
        return null;
    }

    /** Its name in lower case. */
    String word() {
        return word;
    }
}
