package io.weir.standalone.query.plot;

import java.util.Arrays;

/** A rectangle of dots, two by four in each character; the dot (0, 0) is at the bottom left. */
final class BrailleCanvas {
    static final int DOTS_ACROSS = 2;
    static final int DOTS_UP = 4;

    private static final char EMPTY = '\u2800';
    /** The bit of a dot, by its row from the top and its column. */
    private static final int[][] BITS = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

    private final char[][] rows;

    /** An empty canvas of so many characters. */
    BrailleCanvas(int columns, int rows) {
        this.rows = new char[rows][columns];
        for (char[] row : this.rows) {
            Arrays.fill(row, EMPTY);
        }
    }

    /** Sets a dot. */
    void dot(int x, int y) {
        int fromTop = rows.length * DOTS_UP - 1 - y;
        rows[fromTop / DOTS_UP][x / DOTS_ACROSS] |= (char) BITS[fromTop % DOTS_UP][x % DOTS_ACROSS];
    }

    /** Sets the dots of a straight line, ends included. */
    void line(int fromX, int fromY, int toX, int toY) {
        int steps = Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY));
        for (int i = 0; i <= steps; i++) {
            double share = steps == 0 ? 0 : (double) i / steps;
            dot((int) Math.round(fromX + share * (toX - fromX)), (int) Math.round(fromY + share * (toY - fromY)));
        }
    }

    /** A row of characters, the top one first. */
    String row(int row) {
        return new String(rows[row]);
    }
}
