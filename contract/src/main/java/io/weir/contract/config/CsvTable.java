package io.weir.contract.config;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldModifiers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads CSV after RFC 4180: the first line names the columns. Empty lines and blanks around cells
 * are ignored.
 */
final class CsvTable {
    private final String name;
    private final Consumer<Mistake> mistakes;

    CsvTable(String name, Consumer<Mistake> mistakes) {
        this.name = name;
        this.mistakes = mistakes;
    }

    /** Reports and skips rows with too few or too many cells. */
    Optional<Table> read(String text) {
        CsvRecordHandler trimmed =
                CsvRecordHandler.builder().fieldModifier(FieldModifiers.TRIM).build();
        Iterator<CsvRecord> records = CsvReader.builder()
                .commentStrategy(CommentStrategy.NONE)
                .skipEmptyLines(true)
                .allowExtraFields(true)
                .allowMissingFields(true)
                .build(trimmed, text)
                .iterator();
        List<Table.Row> rows = new ArrayList<>();
        int line = 1;
        try {
            if (!records.hasNext()) {
                mistakes.accept(new Mistake(name, 0, "", "is empty", "the first line names the columns"));
                return Optional.empty();
            }
            CsvRecord header = records.next();
            List<String> columns = List.copyOf(header.getFields());
            line = lineOf(header);
            if (!areNames(columns, line)) {
                return Optional.empty();
            }
            while (rows.size() <= Table.MAX_ROWS && records.hasNext()) {
                CsvRecord row = records.next();
                line = lineOf(row);
                if (row.getFieldCount() == columns.size()) {
                    rows.add(new Table.Row(line, row.getFields()));
                } else {
                    refuse(
                            line,
                            "",
                            "has " + cells(row.getFieldCount()) + ", but the first line names " + columns.size(),
                            "a cell with a comma in it needs quotes");
                }
            }
            return Optional.of(new Table(name, columns, rows));
        } catch (CsvParseException e) {
            refuse(line, "", "is followed by invalid CSV: " + reason(e), "double a quote inside a quoted cell");
            return Optional.empty();
        }
    }

    private boolean areNames(List<String> columns, int line) {
        if (columns.size() > Table.MAX_COLUMNS) {
            mistakes.accept(Table.tooLarge(name, "more than " + Table.MAX_COLUMNS + " columns"));
            return false;
        }
        Set<String> known = new HashSet<>();
        boolean areGood = true;
        for (int i = 0; i < columns.size(); i++) {
            String column = columns.get(i);
            if (column.isEmpty()) {
                refuse(line, "", "has no name for column " + (i + 1), "the first line names the columns");
            } else if (!known.add(column)) {
                refuse(line, "", "names column " + Refusal.quote(column) + " twice", "rename one of them");
            }
            areGood &= !column.isEmpty() && known.size() == i + 1;
        }
        return areGood;
    }

    private void refuse(int line, String path, String wrong, String meant) {
        mistakes.accept(new Mistake(name, line, path, wrong, meant));
    }

    private static String cells(int count) {
        return count == 1 ? "1 cell" : count + " cells";
    }

    /** The library wraps the cause in a message with another line count. */
    private static String reason(CsvParseException e) {
        Throwable found = e.getCause() == null ? e : e.getCause();
        return String.valueOf(found.getMessage());
    }

    private static int lineOf(CsvRecord record) {
        return Math.toIntExact(record.getStartingLineNumber());
    }
}
