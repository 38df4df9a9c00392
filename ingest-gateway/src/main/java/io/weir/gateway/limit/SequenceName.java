package io.weir.gateway.limit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.yaml.Refusal;
import java.util.regex.Pattern;

/**
 * Where senders of an input write the numbers of their sequence.
 *
 * @param isTag whether it is a tag, which does not belong to the series then; else a field, which stays
 */
public record SequenceName(String name, boolean isTag) {
    private static final Pattern PLAIN = Pattern.compile("[^\\s,=\"\\\\]+");

    /** Refuses names that would have to be escaped in line protocol. */
    public SequenceName {
        if (!PLAIN.matcher(name).matches()) {
            throw new Refusal(
                    Refusal.quote(name) + " is no name for a sequence",
                    "a name without blanks, commas, equals signs, quotes and backslashes");
        }
    }

    byte[] bytes() {
        return name.getBytes(UTF_8);
    }
}
