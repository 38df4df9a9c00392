package io.weir.contract.line;

/** Reads the marker among the fields of a line: {@link EndMarker} or {@link ChangeMarker}. Not thread-safe. */
final class MarkerReader {
    private static final int NO_MARKER = 0;
    private static final int END = 1;
    private static final int SETTING = 2;
    private static final int CHANGE = 3;

    private int marker;

    void clear() {
        marker = NO_MARKER;
    }

    boolean isMarked() {
        return marker != NO_MARKER;
    }

    boolean isEnd() {
        return marker == END;
    }

    boolean isChange() {
        return marker == CHANGE;
    }

    /**
     * Reads the marker, if there is one. Hides that of a change, so that only the value is a field of
     * the series.
     *
     * @return why the line is refused, or {@link LineError#NONE}
     */
    LineError read(byte[] bytes, FieldScanner fields) {
        for (int field = fields.count() - 1; field >= 0; field--) {
            if (bytes[fields.keyStart(field)] == EndMarker.FIRST_BYTE) {
                if (isEnd(bytes, fields, field)) {
                    return readEnd(fields);
                }
                if (isChange(bytes, fields, field)) {
                    return readChange(bytes, fields);
                }
            }
        }
        return LineError.NONE;
    }

    private static boolean isEnd(byte[] bytes, FieldScanner fields, int field) {
        return EndMarker.isKey(bytes, fields.keyStart(field), fields.valueStart(field) - 1);
    }

    private static boolean isChange(byte[] bytes, FieldScanner fields, int field) {
        return ChangeMarker.isKey(bytes, fields.keyStart(field), fields.valueStart(field) - 1);
    }

    private LineError readEnd(FieldScanner fields) {
        if (fields.count() == 1 && fields.type(0) == FieldType.BOOLEAN && fields.value(0) != 0) {
            marker = END;
            return LineError.NONE;
        }
        return LineError.END_MARKER;
    }

    private LineError readChange(byte[] bytes, FieldScanner fields) {
        if (fields.count() == 2
                && fields.type(0) == FieldType.FLOAT
                && fields.type(1) == FieldType.BOOLEAN
                && !isEnd(bytes, fields, 0)
                && !isChange(bytes, fields, 0)
                && isChange(bytes, fields, 1)) {
            marker = fields.value(1) == 0 ? SETTING : CHANGE;
            fields.removeLast();
            return LineError.NONE;
        }
        return LineError.CHANGE_MARKER;
    }
}
