package io.weir.processing.series;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What rules derive from one field.
 *
 * @param keys for each rule of the series that derives, the key of what it derives from the field's earlier values; null for
 *     nothing
 * @param isRead does any of them look at the field?
 * @param historyBytes the estimated heap of the field's histories
 */
public record DerivedFields(byte[] @Nullable [] keys, boolean isRead, long historyBytes) {

    static final DerivedFields NONE = new DerivedFields(new byte[0][], false, 0);

    static DerivedFields of(String field, List<DeriveRules> rules) {
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

    /** The key of what a rule derives from the field, by the rule's place in the plan; null for nothing. */
    public byte @Nullable [] key(int rule) {
        return rule < keys.length ? keys[rule] : null;
    }
}
