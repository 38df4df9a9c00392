package io.weir.standalone.query;

import io.weir.standalone.topic.TerminalText;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A table for people, with a row for each series: its value, or a summary of its samples. Holds one
 * row for each series, whatever the number of samples.
 */
final class SummaryTable implements ResultWriter {
    private static final String MISSING = "-";

    private final Writer out;
    private final Optional<String> title;
    private final List<Row> rows = new ArrayList<>();
    private boolean isMatrix;
    private boolean isText;
    private Row current = new Row(Labels.NONE, new Summary());

    private record Row(Labels labels, Summary summary) {}

    /** @param title the first line; empty: the time of the first sample */
    SummaryTable(Writer out, Optional<String> title) {
        this.out = out;
        this.title = title;
    }

    @Override
    public void begin(boolean isMatrix) {
        this.isMatrix = isMatrix;
    }

    @Override
    public void series(Labels labels) {
        current = new Row(labels, new Summary());
        rows.add(current);
    }

    @Override
    public void sample(long millis, double value) {
        current.summary().add(millis, value);
    }

    @Override
    public void text(long millis, String text) throws IOException {
        line(TerminalText.of(text));
        isText = true;
    }

    @Override
    public void end() throws IOException {
        if (isText) {
            return;
        }
        rows.removeIf(row -> row.summary().points() == 0);
        if (title.isPresent()) {
            line(title.get());
        } else if (!rows.isEmpty()) {
            line(Times.rounded(rows.get(0).summary().lastMillis()) + " UTC");
        }
        if (rows.isEmpty()) {
            line("no series");
            return;
        }
        print();
    }

    private void print() throws IOException {
        SortedSet<String> names = new TreeSet<>();
        rows.forEach(row -> names.addAll(row.labels().values().keySet()));
        boolean hasName = names.remove(Labels.NAME);
        List<String> labels = new ArrayList<>(names);
        if (hasName) {
            labels.add(0, Labels.NAME);
        }
        List<String> header = new ArrayList<>();
        labels.forEach(label -> header.add(label.equals(Labels.NAME) ? "NAME" : TerminalText.of(label)));
        header.addAll(isMatrix ? Summary.TITLES : List.of("VALUE"));
        Table table = new Table(labels.size(), header);
        for (Row row : rows) {
            List<String> cells = new ArrayList<>();
            labels.forEach(
                    label -> cells.add(TerminalText.of(row.labels().values().getOrDefault(label, MISSING))));
            cells.addAll(
                    isMatrix
                            ? row.summary().cells()
                            : List.of(Numbers.rounded(row.summary().last())));
            table.add(cells);
        }
        table.print(out);
    }

    private void line(String text) throws IOException {
        out.write(text);
        out.write(System.lineSeparator());
    }
}
