package io.weir.writer.store;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesReader;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names the measurement and the types, if a server refuses a line because of the type of a field. */
public final class FieldConflict {
    private final Pattern words;

    /** @param words of the server, with the groups {@code field}, and {@code type}, which the store has */
    public FieldConflict(Pattern words) {
        this.words = words;
    }

    /** The reason of the line at {@code [from, to)} in the words of Weir, followed by those of the server. */
    public String reason(byte[] bytes, int from, int to, String reason) {
        Matcher matcher = words.matcher(reason);
        LineReader line = new LineReader();
        SeriesReader series = new SeriesReader();
        line.wrap(bytes, from, to);
        if (matcher.find()
                && line.next()
                && series.read(bytes, line.seriesStart(), line.seriesEnd()) == LineError.NONE) {
            for (int i = 0; i < line.fieldCount(); i++) {
                if (line.fieldKey(i).equals(matcher.group("field"))) {
                    return "measurement " + series.measurement() + ", field " + line.fieldKey(i) + ": the type "
                            + matcher.group("type") + " stores no "
                            + line.fieldType(i).toString().toLowerCase(Locale.ROOT) + "; " + reason;
                }
            }
        }
        return reason;
    }
}
