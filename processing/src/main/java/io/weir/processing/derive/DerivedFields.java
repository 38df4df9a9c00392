package io.weir.processing.derive;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results that rules derive from one field.
 *
 * @param keys for each derive rule of the series, the key of its result from the field's earlier
 *     values, or null
 * @param isRead whether any derive rule reads the field
 * @param historyBytes estimated heap bytes of the field's histories
 */
public record DerivedFields(byte[] @Nullable [] keys, boolean isRead, long historyBytes) {

    public static final DerivedFields NONE = new DerivedFields(new byte[0][], false, 0);

    public static DerivedFields of(String field, List<DeriveRules> rules) {
        if (rules.isEmpty()) {
            return NONE;
        }
        byte[] @Nullable [] keys =
                rules.stream().map(rule -> rule.resultKey(field)).toArray(byte[][]::new);
        boolean isRead = rules.stream().anyMatch(rule -> rule.hasVariable(field))
                || Arrays.stream(keys).anyMatch(key -> key != null);
        long historyBytes = rules.stream()
                .filter(rule -> rule.resultKey(field) != null)
                .mapToLong(DeriveRules::historyBytes)
                .sum();
        return new DerivedFields(keys, isRead, historyBytes);
    }

    /** The key of a rule's result, by the rule's place in the plan, or null. */
    public byte @Nullable [] key(int rule) {
        return rule < keys.length ? keys[rule] : null;
    }
}
