package io.weir.dashboard.history;

import io.weir.dashboard.history.Past.PastSeries;
import io.weir.dashboard.live.LineName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which series of the past a page can show beside those that it follows live. */
public final class Room {
    private final Set<LineName> shown;
    private final int most;
    private boolean isTooSmall;

    /**
     * As many as a page shows.
     *
     * @param followed those that it shows anyway
     */
    public Room(Set<LineName> followed, int most) {
        this.shown = new HashSet<>(followed);
        this.most = most;
    }

    /** The part of the past that can be shown. */
    public Past of(Past past) {
        List<PastSeries> series = past.series().stream()
                .filter(each -> has(new LineName(each.measurement(), each.tags(), each.field())))
                .toList();
        List<LastValue> last = past.last().stream()
                .filter(each -> has(new LineName(each.measurement(), each.tags(), each.field())))
                .toList();
        return new Past(series, last, past.tier(), past.stepMillis(), past.capped());
    }

    private boolean has(LineName name) {
        if (shown.size() < most) {
            shown.add(name);
        }
        boolean isShown = shown.contains(name);
        isTooSmall |= !isShown;
        return isShown;
    }

    /** Whether something was left out. */
    public boolean isTooSmall() {
        return isTooSmall;
    }
}
