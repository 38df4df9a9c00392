package io.weir.writer.store.archive;

import io.weir.contract.archive.FileName;
import io.weir.contract.archive.Place;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import io.weir.parquet.TextPool;
import io.weir.writer.store.Refusals;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lines of a partition that are in memory: those of a range of offsets, which grows. Used by one thread. */
final class OpenRange {
    /** Of a series' objects, in addition to its bytes, about. */
    private static final int SERIES_OVERHEAD = 512;

    private static final int TABLE_OVERHEAD = 1024;

    private final LineReader reader = new LineReader();
    private final long first;
    private final Map<Place, Table> tables = new HashMap<>();
    private final TextPool spellings = new TextPool();
    private final List<@Nullable Known> known = new ArrayList<>();
    private long next;
    private long lines;
    private long memory;

    /** A series and the table to which its last line went. */
    private static final class Known {
        private final Series series;
        private @Nullable Table table;

        Known(Series series) {
            this.series = series;
        }
    }

    /**
     * A range without lines.
     *
     * @param first the first offset, of which those before {@code next} are read and had no lines
     * @param next the offset of the next record
     */
    OpenRange(long first, long next) {
        this.first = first;
        this.next = next;
    }

    /** Adds canonical lines; reports those that cannot be archived. */
    void add(byte[] bytes, int from, int to, Refusals refusals) {
        reader.wrap(bytes, from, to);
        while (reader.next()) {
            String reason = reason();
            if (reason != null) {
                refusals.refused(reader.lineStart(), reader.lineEnd(), reason);
            }
        }
    }

    /** The range ends before this offset. */
    void endAt(long offset) {
        next = offset;
    }

    FileName.Range range() {
        return new FileName.Range(first, next);
    }

    long lines() {
        return lines;
    }

    /** The memory in use, about. */
    long memory() {
        return memory;
    }

    Collection<Table> tables() {
        return tables.values();
    }

    /** All series as spelled, by their numbers. */
    TextPool spellings() {
        return spellings;
    }

    /** A series of a table. */
    Series series(int number) {
        Known found = known.get(number);
        if (found == null) {
            throw new IllegalArgumentException("a refused series has no lines");
        }
        return found.series;
    }

    /** Adds the current line, or returns the reason for refusing it. */
    private @Nullable String reason() {
        if (reader.error() != LineError.NONE) {
            return reader.error().meaning();
        }
        if (!reader.hasTimestamp()) {
            return "has no timestamp";
        }
        int number = spellings.numberOf(reader.bytes(), reader.seriesStart(), reader.seriesEnd());
        if (number == known.size()) {
            known.add(parsed());
            memory += SERIES_OVERHEAD + 6L * (reader.seriesEnd() - reader.seriesStart());
        }
        Known found = known.get(number);
        if (found == null) {
            return "has no valid series";
        }
        memory += table(found, Place.hourOf(reader.timestamp())).add(number, reader);
        lines++;
        return null;
    }

    /** The current line's series; null if it is not valid. */
    private @Nullable Known parsed() {
        try {
            return new Known(Series.parse(reader.bytes(), reader.seriesStart(), reader.seriesEnd()));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private Table table(Known known, long hour) {
        Table last = known.table;
        if (last != null && last.place().hour() == hour) {
            return last;
        }
        Table found = tables.computeIfAbsent(new Place(known.series.measurement(), hour), place -> {
            memory += TABLE_OVERHEAD;
            return new Table(place);
        });
        known.table = found;
        return found;
    }
}
