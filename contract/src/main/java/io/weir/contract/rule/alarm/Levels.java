package io.weir.contract.rule.alarm;

import io.weir.contract.config.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The levels of an alarm rule, each raised and cleared independently, and the delays. The alarm has
 * the severity of the highest raised level.
 *
 * @param minor at least one level is present
 * @param major further out than {@code minor} if both are limits of the same kind
 * @param invalid the highest level: the value is unreliable
 * @param forAtLeast how long values must be beyond a level to raise it; zero or more; not for
 *     {@link Stuck} and {@link Flapping}
 * @param clearFor how long values must have reached the clear value of a level to clear it; zero or
 *     more
 * @param times how often values must be beyond a level to raise it; excludes {@code forAtLeast};
 *     not for {@link Stuck} and {@link Flapping}
 */
public record Levels(
        Optional<Level> minor,
        Optional<Level> major,
        Optional<Level> invalid,
        Duration forAtLeast,
        Duration clearFor,
        Optional<Recurrence> times) {

    public Levels {
        if (minor.isEmpty() && major.isEmpty() && invalid.isEmpty()) {
            throw new Refusal("has no level", "give minor, major or both, such as major: {above: 95, clear: 90}");
        }
        List<Level> all = all(minor, major, invalid);
        if (minor.isPresent()
                && major.isPresent()
                && minor.get() instanceof Limit lower
                && major.get() instanceof Limit higher) {
            requireMajorBeyond(lower, higher);
        }
        if (all.stream().anyMatch(Limit.class::isInstance)) {
            all.forEach(Levels::requireNumbers);
        }
        requireNotNegative("for", forAtLeast);
        requireNotNegative("clear-for", clearFor);
        if (all.stream().noneMatch(Level::isMetByOne)) {
            requireNothing("for", !forAtLeast.isZero());
            requireNothing("times", times.isPresent());
        }
        if (times.isPresent() && !forAtLeast.isZero()) {
            throw new Refusal(
                    "times",
                    "cannot be combined with for",
                    "for counts one uninterrupted time, times counts several: keep one of them");
        }
    }

    /** The levels that are present, the lowest first. */
    public List<Level> all() {
        return all(minor, major, invalid);
    }

    private static List<Level> all(Optional<Level> minor, Optional<Level> major, Optional<Level> invalid) {
        return Stream.of(minor, major, invalid).flatMap(Optional::stream).toList();
    }

    private static void requireNumbers(Level level) {
        if (level instanceof States states) {
            for (String word : states.words()) {
                if (States.number(word).isEmpty()) {
                    throw new Refusal(
                            "has a level of numbers and a level of texts, " + Refusal.quote(word),
                            "a field has either numbers or texts: write two rules");
                }
            }
        }
    }

    private static void requireMajorBeyond(Limit minor, Limit major) {
        if (minor.kind() != major.kind()) {
            if (minor.hasOneEnd() && major.hasOneEnd()) {
                throw new Refusal(
                        "major", "must be on the same side as minor", "write above for both or below for both");
            }
        } else if (!major.isBeyond(minor)) {
            throw new Refusal(
                    "major",
                    "must be beyond minor, was " + major.spelled() + " with minor at " + minor.spelled(),
                    "exchange them?");
        }
    }

    private static void requireNothing(String key, boolean isSet) {
        if (isSet) {
            throw new Refusal(key, "does not apply to stuck and flapping", "remove it: they contain a time");
        }
    }

    private static void requireNotNegative(String key, Duration duration) {
        if (duration.isNegative()) {
            throw new Refusal(key, "must not be negative", "");
        }
    }
}
