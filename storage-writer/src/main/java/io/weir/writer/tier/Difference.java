package io.weir.writer.tier;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A difference between a server and the rules.
 *
 * @param is the existing part; null if it is missing
 * @param shall the part that the rules require; null if they require none
 */
public record Difference(@Nullable Part is, @Nullable Part shall) {

    /** The required part, or else the existing one. */
    Part part() {
        return shall == null ? Objects.requireNonNull(is) : shall;
    }

    /** Whether applying it deletes metrics. */
    public boolean deletesData() {
        return is != null
                && is.keep().isPresent()
                && (shall == null
                        || shall.keep()
                                .filter(keep -> isShorter(keep, is.keep().get()))
                                .isPresent());
    }

    /** Title of the part to create, change or delete, such as {@code retention policy weir_s30}. */
    public String title() {
        return part().title();
    }

    /** Diff format: one line, or three for a change. */
    @Override
    public String toString() {
        Part there = is;
        Part wanted = shall;
        String gone = deletesData() ? "   (deletes metrics: only with --allow-delete)" : "";
        if (there == null) {
            return "+ " + part().title() + ": " + part().told();
        }
        if (wanted == null) {
            return "- " + there.title() + ": the rules have no such tier" + gone;
        }
        return "~ " + there.title() + gone + "\n    is:    " + there.told() + "\n    shall: " + wanted.told();
    }

    private static boolean isShorter(Duration keep, Duration than) {
        return !keep.isZero() && (than.isZero() || keep.compareTo(than) < 0);
    }
}
