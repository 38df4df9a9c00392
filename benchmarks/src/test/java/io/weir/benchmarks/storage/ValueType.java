package io.weir.benchmarks.storage;

import java.util.Locale;
import java.util.Random;

/** The types of data that ATLAS' information service archives (P-BEAST). */
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
    BOOLEAN("boolean", 1, 2_000_000) {
        @Override
        void value(StringBuilder line, Random random) {
            line.append(random.nextBoolean());
        }
    },
    /** One of ten words. */
    TEXT("short text", 1, 2_000_000) {
        @Override
        void value(StringBuilder line, Random random) {
            line.append('"').append(WORDS[random.nextInt(WORDS.length)]).append('"');
        }
    },
    /** A sequence of words and numbers. */
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
    /** One field per element. */
    ARRAY_12("12 floats", 12, 300_000) {
        @Override
        void value(StringBuilder line, Random random) {
            number(line, random);
        }
    },
    /** One field per element. */
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

    /** Returns the title for tables. */
    String title() {
        return title;
    }

    /** Returns the number of fields per line. */
    int fields() {
        return fields;
    }

    /** Returns the number of lines, which together have at most some tenths of a gigabyte. */
    long lines() {
        return lines;
    }

    /** Appends a value. */
    abstract void value(StringBuilder line, Random random);

    private static void number(StringBuilder line, Random random) {
        int tenThousandths = random.nextInt(1_000_000);
        line.append(tenThousandths / 10_000)
                .append('.')
                .append(String.format(Locale.ROOT, "%04d", tenThousandths % 10_000));
    }
}
