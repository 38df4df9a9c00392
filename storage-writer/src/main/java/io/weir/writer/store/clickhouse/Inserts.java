package io.weir.writer.store.clickhouse;

import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The inserts of a write: one for each table, or more if the table got columns meanwhile. Used by one thread. */
final class Inserts {
    /** Buffers for the next write. */
    private static final int MOST_KEPT = 64;

    private final RowWriter rows;
    private final List<RowBuffer> bodies = new ArrayList<>();
    private final Map<Table, Insert> open = new HashMap<>();
    private @Nullable Insert last;
    private int count;

    private record Insert(Table table, int width, RowBuffer body) {}

    Inserts(RowWriter rows) {
        this.rows = rows;
    }

    /** Removes all inserts; keeps the memory of the first ones. */
    void clear() {
        if (bodies.size() > MOST_KEPT) {
            bodies.subList(MOST_KEPT, bodies.size()).clear();
        }
        open.clear();
        last = null;
        count = 0;
    }

    /** Adds the row of a line to the insert of its table. */
    void add(Table table, Shape shape, LineReader line, SeriesReader series) {
        Insert insert = insert(table, shape.sources().length);
        rows.write(table, shape, insert.width, line, series, insert.body);
    }

    int count() {
        return count;
    }

    /** A statement with its rows, valid until the next change. */
    RowBuffer body(int i) {
        return bodies.get(i);
    }

    private Insert insert(Table table, int width) {
        Insert latest = last;
        if (latest == null || latest.table != table) {
            latest = open.get(table);
        }
        if (latest == null || latest.width < width) {
            latest = new Insert(table, table.width(), newBody());
            latest.body.put(table.insertion(), 0, table.insertion().length);
            open.put(table, latest);
        }
        last = latest;
        return latest;
    }

    private RowBuffer newBody() {
        if (count == bodies.size()) {
            bodies.add(new RowBuffer());
        }
        RowBuffer body = bodies.get(count++);
        body.clear();
        return body;
    }
}
