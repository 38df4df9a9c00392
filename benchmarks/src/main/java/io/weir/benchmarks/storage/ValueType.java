package io.weir.benchmarks.storage;

import java.util.Locale;
import java.util.Random;

/** What is stored: the types of data that ATLAS' information service archives (P-BEAST). */
enum ValueType {
    /** Up to a million. */
    INTEGER("integer", 1, 2_000_000) {
        @Override
        void value(StringBuilder line, Random random) {
            line.append(random.nextInt(1_000_000)).append('i');
        }
    },
    /** Four decimals, up to 100. */
    FLOAT("float", 1, 2_000_000) {
        @Override
        void value(StringBuilder line, Random random) {
            number(line, random);
        }
    },
    /** Either. */
    BOOLEAN("boolean", 1, 2_000_000) {
        @Override
        void value(StringBuilder line, Random random) {
            line.append(random.nextBoolean());
        }
    },
    /** One of some words. */
    TEXT("short text", 1, 2_000_000) {
        @Override
        void value(StringBuilder line, Random random) {
            line.append('"').append(WORDS[random.nextInt(WORDS.length)]).append('"');
        }
    },
    /** Some words and numbers, one after another. */
    LONG_TEXT("text of 5.5 KB", 1, 20_000) {
        @Override
        void value(StringBuilder line, Random random) {
            int end = line.length() + 1 + LONG_TEXT_BYTES;
            line.append('"');
            while (line.length() < end) {
                line.append(WORDS[random.nextInt(WORDS.length)])
                        .append(':')
                        .append(random.nextInt(1000))
                        .append(' ');
            }
            line.setLength(end);
            line.append('"');
        }
    },
    /** A field for each. */
    ARRAY_12("12 floats", 12, 300_000) {
        @Override
        void value(StringBuilder line, Random random) {
            number(line, random);
        }
    },
    /** The same for more. */
    ARRAY_3500("3500 floats", 3_500, 2_000) {
        @Override
        void value(StringBuilder line, Random random) {
            number(line, random);
        }
    };

    private static final int LONG_TEXT_BYTES = 5_500;
    private static final String[] WORDS = {
        "RUNNING", "CONFIGURED", "INITIAL", "PAUSED", "absent", "busy", "full", "stopped", "timeout", "recovering"
    };

    private final String title;
    private final int fields;
    private final long lines;

    ValueType(String title, int fields, long lines) {
        this.title = title;
        this.fields = fields;
        this.lines = lines;
    }

    /** As tables call it. */
    String title() {
        return title;
    }

    /** In each line. */
    int fields() {
        return fields;
    }

    /** As many as make some tenths of a gigabyte at most. */
    long lines() {
        return lines;
    }

    /** Appends one. */
    abstract void value(StringBuilder line, Random random);

    private static void number(StringBuilder line, Random random) {
        int tenThousandths = random.nextInt(1_000_000);
        line.append(tenThousandths / 10_000)
                .append('.')
                .append(String.format(Locale.ROOT, "%04d", tenThousandths % 10_000));
    }
}
