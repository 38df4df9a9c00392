package io.weir.writer.tier;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a server has otherwise than the rules say.
 *
 * @param is what is there; null if it is missing
 * @param shall what the rules want; null if they want none
 */
public record Difference(@Nullable Part is, @Nullable Part shall) {

    /** The part that is meant, as it is or shall be. */
    Part part() {
        return shall == null ? Objects.requireNonNull(is) : shall;
    }

    /** Whether metrics would be gone once it is carried out. */
    public boolean deletesData() {
        return is != null
                && is.keep().isPresent()
                && (shall == null
                        || shall.keep()
                                .filter(keep -> isShorter(keep, is.keep().get()))
                                .isPresent());
    }

    /** Of what is to be made, changed or deleted, such as {@code retention policy weir_s30}. */
    public String title() {
        return part().title();
    }

    /** As in a diff: one line, or three where something changes. */
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
