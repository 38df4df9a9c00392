package io.weir.query.promql;

/** A query that cannot be evaluated as it is written. The message begins with the line and column of the mistake. */
public final class PromqlException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int position;

    PromqlException(String query, int position, String message) {
        super(place(query, position) + ": " + message);
        this.position = position;
    }

    /** The offset of the mistake in the query, in code points. */
    public int position() {
        return position;
    }

    private static String place(String query, int position) {
        int line = 1;
        int column = 1;
        int[] before = query.codePoints().limit(position).toArray();
        for (int each : before) {
            column = each == '\n' ? 1 : column + 1;
            line += each == '\n' ? 1 : 0;
        }
        return line + ":" + column;
    }
}
