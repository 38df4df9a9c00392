package io.weir.standalone.query.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/** Plots one line. NaN, infinities and missing steps are gaps. */
public final class LinePlot {
    private static final int LEAST_COLUMNS = 20;

    private final int width;
    private final int rows;
    private final DoubleFunction<String> number;

    /**
     * @param width of the lines of text, which a long label of the axis may exceed
     * @param rows height in lines, without those below the axis
     * @param number the text of a value
     */
    public LinePlot(int width, int rows, DoubleFunction<String> number) {
        this.width = width;
        this.rows = rows;
        this.number = number;
    }

    /** The lines of text, the top one first. */
    public List<String> lines(Samples samples, TimeAxis time) {
        ValueAxis values = ValueAxis.of(samples);
        if (values.isEmpty()) {
            return List.of("no finite value");
        }
        String[] labels = values.labels(rows, number);
        int margin = 0;
        for (String label : labels) {
            margin = Math.max(margin, label.length());
        }
        int columns = Math.max(LEAST_COLUMNS, width - margin - 2);
        BrailleCanvas canvas = new BrailleCanvas(columns, rows);
        draw(samples, time, values, canvas, columns);
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            String label = labels[row];
            lines.add(" ".repeat(margin - label.length()) + label + (label.isEmpty() ? " │" : " ┤") + canvas.row(row));
        }
        lines.add(" ".repeat(margin) + " └" + "─".repeat(columns));
        int between = Math.max(2, columns - time.start().length() - time.end().length());
        lines.add(" ".repeat(margin + 2) + time.start() + " ".repeat(between) + time.end());
        return lines;
    }

    private void draw(Samples samples, TimeAxis time, ValueAxis values, BrailleCanvas canvas, int columns) {
        int previous = -1;
        for (int i = 0; i < samples.count(); i++) {
            if (!Double.isFinite(samples.value(i))) {
                continue;
            }
            int x = time.position(samples.millis(i), columns * BrailleCanvas.DOTS_ACROSS);
            int y = values.position(samples.value(i), rows * BrailleCanvas.DOTS_UP);
            boolean isConnected = previous >= 0 && samples.millis(i) - samples.millis(previous) <= time.stepMillis();
            if (isConnected) {
                canvas.line(
                        time.position(samples.millis(previous), columns * BrailleCanvas.DOTS_ACROSS),
                        values.position(samples.value(previous), rows * BrailleCanvas.DOTS_UP),
                        x,
                        y);
            } else {
                canvas.dot(x, y);
            }
            previous = i;
        }
    }
}
