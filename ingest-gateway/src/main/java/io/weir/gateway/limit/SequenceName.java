package io.weir.gateway.limit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.Refusal;
import java.util.regex.Pattern;

/**
 * The tag or field in which senders of an input write their sequence numbers.
 *
 * @param isTag whether it is a tag, which is then removed from the series; else it is a field,
 *     which stays
 */
public record SequenceName(String name, boolean isTag) {
    private static final Pattern PLAIN = Pattern.compile("[^\\s,=\"\\\\]+");

    /** Rejects names that line protocol would have to escape. */
    public SequenceName {
        if (!PLAIN.matcher(name).matches()) {
            throw new Refusal(
                    Refusal.quote(name) + " is not valid as the name of a sequence",
                    "use a name without blanks, commas, equals signs, quotes and backslashes");
        }
    }

    byte[] bytes() {
        return name.getBytes(UTF_8);
    }
}
