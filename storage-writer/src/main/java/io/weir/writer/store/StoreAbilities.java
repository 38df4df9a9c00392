package io.weir.writer.store;

import io.weir.contract.line.FieldType;
import java.time.Duration;

/**
 * The abilities that a store declares. The contract tests check types, the longest text, the
 * resolution of time and repeats against the real server. The table in {@code docs/storage.md} is generated from it.
 *
 * @param store the store's name for operators
 * @param types what happens to values, by their type
 * @param longestText the longest text in bytes that is stored whole; 0 if texts are not stored
 * @param mostColumns the most tags and fields of a measurement, the timestamp included; 0 for any
 *     number
 * @param resolution the unit of timestamps; finer ones are cut
 */
public record StoreAbilities(
        String store,
        Types types,
        Arrays arrays,
        int longestText,
        int mostColumns,
        Duration resolution,
        Repeat repeat,
        Tiers tiers,
        Deletion deletion,
        Query query) {
    /** The resolution of Weir's timestamps. */
    public static final Duration NANOSECONDS = Duration.ofNanos(1);

    /** The longest text that the gateway accepts, unless configured otherwise. */
    public static final int LONGEST_TEXT = 64 * 1024;

    /** The treatment of values of each type. */
    public record Types(Kept floats, Kept integers, Kept unsigned, Kept booleans, Kept texts) {
        /** The treatment of a value of this type. */
        public Kept of(FieldType type) {
            return switch (type) {
                case FLOAT -> floats;
                case INTEGER -> integers;
                case UNSIGNED -> unsigned;
                case BOOLEAN -> booleans;
                case STRING -> texts;
            };
        }
    }

    /** The treatment of a value. */
    public enum Kept {
        /** Its value and type are kept. */
        STORED("stored"),
        /** A float that may lose its last digits; numbers next to zero become 0. */
        ROUNDED("rounded to 12 digits or more"),
        /** Below 2^63; a line with a larger value is refused. */
        AS_INTEGER("as an integer; refused from 2^63 on"),
        /** Integers beyond 2^53 lose digits. */
        AS_FLOAT("as the nearest 64-bit float"),
        /** A boolean. */
        AS_1_OR_0("as 1 or 0"),
        /** The rest of the line is stored. */
        SKIPPED("skipped and counted, or a series (texts: info)"),
        /** The whole line is refused. */
        REFUSED("refused");

        private final String words;

        Kept(String words) {
            this.words = words;
        }

        /** A table's cell. */
        public String words() {
            return words;
        }
    }

    /** The form in which an array of numbers is stored. */
    public enum Arrays {
        /** {@code value_0}, {@code value_1}… */
        AS_FIELDS("a field per element"),
        /** A text goes into a column of arrays, if the table has one for the field. */
        AS_COLUMN("a field per element, or an array in a column of that type"),
        /** The store has no fields. */
        AS_SERIES("a series per element");

        private final String words;

        Arrays(String words) {
            this.words = words;
        }

        /** A table's cell. */
        public String words() {
            return words;
        }
    }

    /** The effect of a line that is written again after a crash. */
    public enum Repeat {
        /** Fields of the same series and time replace the older ones. */
        OVERWRITES("overwrites the fields of the point"),
        /** A row of the same series and time replaces the older one, with all its fields. */
        REPLACES_THE_ROW("replaces the row"),
        /** The same after the store has merged the rows. Before, only queries with FINAL find one row. */
        REPLACES_ON_MERGE("replaces the row on a merge, or in a query with FINAL"),
        /** Without a setting of the store, both samples remain. */
        IS_KEPT_TWICE("is kept twice, unless the store removes duplicates"),
        /** A complete file is not written again. */
        IS_NOT_WRITTEN("does not occur; a line sent twice is kept twice until compaction"),
        /** A complete file is not written again, and files are not merged. */
        IS_KEPT("does not occur; a line sent twice is kept twice"),
        /** A sample that is not newer than the last one of its series is refused by the store. */
        IS_REFUSED("is refused, unless the store accepts samples out of order");

        private final String words;

        Repeat(String words) {
            this.words = words;
        }

        /** A table's cell. */
        public String words() {
            return words;
        }
    }

    /** How tiers of the rule file are kept. */
    public enum Tiers {
        /** The store computes and deletes them. */
        NATIVE("by the store"),
        /** The store computes them when the writer says so, and deletes them. */
        ON_REQUEST("by the store, on request of the writer"),
        /** The store has none; processing computes them as metrics if the rules say so. */
        NONE("by processing, as metrics");

        private final String words;

        Tiers(String words) {
            this.words = words;
        }

        /** A table's cell. */
        public String words() {
            return words;
        }
    }

    /** The finest unit in which the store deletes. */
    public enum Deletion {
        /** Any time range of any series. */
        POINTS("points"),
        /** Whole days of a table. */
        PARTITIONS("partitions of a table"),
        /** Whole series. */
        SERIES("whole series"),
        /** Whole tables. */
        TABLES("whole tables"),
        /** Whole hours. */
        HOURS("hours (weir archive delete-before)"),
        /** Whole files, by anybody. */
        FILES("files (rm)"),
        /** Depends on the store behind the protocol. */
        UNKNOWN("as the store behind it can");

        private final String words;

        Deletion(String words) {
            this.words = words;
        }

        /** A table's cell. */
        public String words() {
            return words;
        }
    }

    /** The language of queries. */
    public enum Query {
        /** SQL. */
        SQL("SQL"),
        /** InfluxQL. */
        INFLUXQL("InfluxQL"),
        /** Any program that reads Parquet. */
        FILES("PromQL of Weir; SQL of programs that read Parquet"),
        /** Lines can be read, searched and sent again. */
        NONE("none; weir send replays the files"),
        /** JSON. */
        QUERY_DSL("Query DSL, SQL"),
        /** Depends on the store behind the protocol. */
        UNKNOWN("as the store behind it can"),
        /** PromQL. */
        PROMQL("PromQL");

        private final String words;

        Query(String words) {
            this.words = words;
        }

        /** A table's cell. */
        public String words() {
            return words;
        }
    }
}
