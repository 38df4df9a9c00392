package io.weir.writer.store.questdb;

import io.weir.contract.line.FieldType;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fields that QuestDB has rejected because of their name or type. A rejection applies to all lines
 * with the same field, so a persistent sender does not cost two failed writes per line. Bounded;
 * used by one thread.
 */
final class FieldConflicts {
    private static final int LIMIT = 10_000;
    private static final Pattern TYPE = Pattern.compile(
            "table: (.+), column: (.+); cast error from protocol type: (STRING|FLOAT|INTEGER|BOOLEAN) .*");
    private static final Pattern NAME = Pattern.compile("table: (.+); invalid column name: (.+)");

    private final Map<Field, String> reasons = new HashMap<>();

    private record Field(
            String measurement, String name, @Nullable FieldType type) {}

    /**
     * Evaluates QuestDB's message.
     *
     * @return whether it concerns a field, not a value, and is new
     */
    boolean learn(String reason) {
        Matcher type = TYPE.matcher(reason);
        if (type.matches()) {
            return put(new Field(type.group(1), type.group(2), FieldType.valueOf(type.group(3))), reason);
        }
        Matcher name = NAME.matcher(reason);
        if (name.matches()) {
            return put(new Field(name.group(1), name.group(2), null), reason);
        }
        return false;
    }

    /** The reason why a field is known to be rejected, or null. */
    @Nullable
    String reason(String measurement, String name, FieldType type) {
        String reason = reasons.get(new Field(measurement, name, type));
        return reason != null ? reason : reasons.get(new Field(measurement, name, null));
    }

    void clear() {
        reasons.clear();
    }

    private boolean put(Field field, String reason) {
        if (reasons.size() == LIMIT) {
            reasons.clear();
        }
        return reasons.put(field, reason) == null;
    }
}
