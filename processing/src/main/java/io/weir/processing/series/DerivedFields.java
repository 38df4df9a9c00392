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
 */
public record DerivedFields(byte[] @Nullable [] keys, boolean isRead) {

    static final DerivedFields NONE = new DerivedFields(new byte[0][], false);

    static DerivedFields of(String field, List<DeriveRules> rules) {
        if (rules.isEmpty()) {
            return NONE;
        }
        byte[] @Nullable [] keys =
                rules.stream().map(rule -> rule.resultKey(field)).toArray(byte[][]::new);
        boolean isRead = rules.stream().anyMatch(rule -> rule.hasVariable(field))
                || Arrays.stream(keys).anyMatch(key -> key != null);
        return new DerivedFields(keys, isRead);
    }

    /** The key of what a rule derives from the field, by the rule's place in the plan; null for nothing. */
    public byte @Nullable [] key(int rule) {
        return rule < keys.length ? keys[rule] : null;
    }
}
