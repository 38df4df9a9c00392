package io.weir.standalone.query;

import io.weir.standalone.query.plot.LinePlot;
import io.weir.standalone.query.plot.Samples;
import io.weir.standalone.query.plot.TimeAxis;
import io.weir.standalone.topic.TerminalText;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** A plot for each series, with its own scale; in memory of one series. */
final class PlotWriter implements ResultWriter {
    private static final int ROWS = 8;

    private final Writer out;
    private final LinePlot plot;
    private final TimeAxis axis;
    private Labels labels = Labels.NONE;
    private Samples samples = new Samples();
    private Summary summary = new Summary();
    private int plots;

    /** @param width of a line of text */
    PlotWriter(Writer out, int width, TimeRange range, long stepMillis) {
        this.out = out;
        this.plot = new LinePlot(width, ROWS, Numbers::rounded);
        this.axis = new TimeAxis(
                range.start().toEpochMilli(),
                range.end().toEpochMilli(),
                stepMillis,
                Times.rounded(range.start().toEpochMilli()),
                Times.rounded(range.end().toEpochMilli()) + " UTC");
    }

    @Override
    public void begin(boolean isMatrix) {
        // Plots have no header.
    }

    @Override
    public void series(Labels next) throws IOException {
        print();
        labels = next;
        samples = new Samples();
        summary = new Summary();
    }

    @Override
    public void sample(long millis, double value) {
        samples.add(millis, value);
        summary.add(millis, value);
    }

    @Override
    public void text(long millis, String text) throws IOException {
        line(TerminalText.of(text));
    }

    @Override
    public void end() throws IOException {
        print();
        if (plots == 0) {
            line("no series");
        }
    }

    private void print() throws IOException {
        if (samples.count() == 0) {
            return;
        }
        if (plots > 0) {
            line("");
        }
        plots++;
        List<String> cells = summary.cells();
        line(labels.selector() + "  last " + cells.get(1) + ", min " + cells.get(2) + ", mean " + cells.get(3)
                + ", max " + cells.get(4));
        for (String each : plot.lines(samples, axis)) {
            line(each);
        }
    }

    private void line(String text) throws IOException {
        out.write(text);
        out.write(System.lineSeparator());
    }
}
