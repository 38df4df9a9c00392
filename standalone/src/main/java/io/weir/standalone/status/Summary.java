package io.weir.standalone.status;

import java.util.List;
import java.util.Optional;

/** Summarizes in one line what happened since the previous call; empty if nothing happened. */
final class Summary {
    private Reading before;

    Summary(Reading first) {
        this.before = first;
    }

    Optional<String> next(Reading now) {
        Reading last = before;
        before = now;
        return now.hasMovedSince(last)
                ? Optional.of(String.join(Layout.BETWEEN, StatusText.flowing(last, now, List.of())))
                : Optional.empty();
    }
}
