package io.weir.gateway.mapping;

import java.util.List;

/** How the records of a message are written. */
public sealed interface RecordFormat {
    RecordFormat JSON = new Json();

    RecordFormat KEY_VALUE = new KeyValue();

    RecordFormat INFO_LOGGER = new InfoLogger();

    /** Creates what reads messages of this format in one thread. */
    RecordLines lines(RecordMapping mapping, RecordLines.Target target);

    /** Values one after the other, or in an array. */
    record Json() implements RecordFormat {
        @Override
        public RecordLines lines(RecordMapping mapping, RecordLines.Target target) {
            return new JsonLines(mapping, target);
        }
    }

    /** Lines of {@code key=value}, separated by blanks. */
    record KeyValue() implements RecordFormat {
        @Override
        public RecordLines lines(RecordMapping mapping, RecordLines.Target target) {
            return new TextLines(mapping, target, new KeyValueRecords());
        }
    }

    /** Lines that the O2 Monitoring library prints. They name their parts, so the mapping has no effect. */
    record InfoLogger() implements RecordFormat {
        @Override
        public RecordLines lines(RecordMapping mapping, RecordLines.Target target) {
            return new PrintedMetrics(target);
        }
    }

    /**
     * Lines of values (RFC 4180).
     *
     * @param columns the names of the columns; if empty, the first line of each message has them
     */
    record Csv(List<String> columns, char separator) implements RecordFormat {
        /** Copies the columns. */
        public Csv {
            columns = List.copyOf(columns);
        }

        @Override
        public RecordLines lines(RecordMapping mapping, RecordLines.Target target) {
            return new TextLines(mapping, target, new CsvRecords(columns, separator));
        }
    }
}
