package io.weir.writer.tier;

import io.weir.writer.tier.TierServer.Life;
import java.util.Optional;

/** A server's start and current time as a text, which is committed with an offset. */
final class LifeText {
    private LifeText() {}

    static String of(Life life) {
        return life.startedMillis() + " " + life.nowMillis();
    }

    /** The life of this text; empty if the text is of somebody else. */
    static Optional<Life> read(String text) {
        String[] parts = text.split(" ", -1);
        try {
            return parts.length == 2
                    ? Optional.of(new Life(Long.parseLong(parts[0]), Long.parseLong(parts[1])))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
