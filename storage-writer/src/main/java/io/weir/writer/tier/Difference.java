package io.weir.writer.tier;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A difference between a server and the rules.
 *
 * @param existing the part on the server; null if it is missing
 * @param desired the part that the rules require; null if they require none
 */
public record Difference(@Nullable Part existing, @Nullable Part desired) {

    /** The required part, or else the existing one. */
    Part part() {
        return desired == null ? Objects.requireNonNull(existing) : desired;
    }

    /** Whether applying it deletes metrics. */
    public boolean deletesData() {
        return existing != null
                && existing.keep().isPresent()
                && (desired == null
                        || desired.keep()
                                .filter(keep -> isShorter(keep, existing.keep().get()))
                                .isPresent());
    }

    /**
     * Whether the windows of a tier would have another length, which the server cannot change: the existing ones would
     * remain beside the new ones.
     */
    public boolean changesWindows() {
        return existing != null
                && desired != null
                && existing.window()
                        .filter(length -> desired.window()
                                .filter(other -> !other.equals(length))
                                .isPresent())
                        .isPresent();
    }

    /** The same change of a part that keeps its retention. */
    Difference withoutRetention() {
        Part from = Objects.requireNonNull(existing);
        Part to = Objects.requireNonNull(desired);
        return new Difference(from, new Part(to.kind(), to.name(), from.keep(), to.properties()));
    }

    /** Title of the part to create, change or delete, such as {@code retention policy weir_s30}. */
    public String title() {
        return part().title();
    }

    /** Diff format: one line, or three for a change. */
    @Override
    public String toString() {
        Part from = existing;
        Part to = desired;
        String warning = changesWindows()
                ? "   (windows of another length: never; give the tier another name)"
                : deletesData() ? "   (deletes metrics: only with --allow-delete)" : "";
        if (from == null) {
            return "+ " + part().title() + ": " + part().description();
        }
        if (to == null) {
            return "- " + from.title() + ": the rules have no such tier" + warning;
        }
        return "~ " + from.title() + warning + "\n    existing: " + from.description() + "\n    desired:  "
                + to.description();
    }

    private static boolean isShorter(Duration keep, Duration than) {
        return !keep.isZero() && (than.isZero() || keep.compareTo(than) < 0);
    }
}
