package io.weir.standalone.query;

import java.io.IOException;
import java.io.Writer;

/** A row for each sample, in memory of one row. */
final class CsvWriter implements ResultWriter {
    private final Writer out;
    private String series = "";

    CsvWriter(Writer out) {
        this.out = out;
    }

    @Override
    public void begin(boolean isMatrix) throws IOException {
        out.write("time,value,series\n");
    }

    @Override
    public void series(Labels labels) {
        series = quoted(labels.selector());
    }

    @Override
    public void sample(long millis, double value) throws IOException {
        row(millis, Numbers.exact(value));
    }

    @Override
    public void text(long millis, String text) throws IOException {
        row(millis, quoted(text));
    }

    @Override
    public void end() {
        // Every row is complete.
    }

    private void row(long millis, String value) throws IOException {
        out.write(Times.exact(millis));
        out.write(',');
        out.write(value);
        out.write(',');
        out.write(series);
        out.write('\n');
    }

    /** A cell with any characters. */
    static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }
}
