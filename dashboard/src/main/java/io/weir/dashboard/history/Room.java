package io.weir.dashboard.history;

import io.weir.dashboard.history.History.HistorySeries;
import io.weir.dashboard.live.LineName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Selects the series of history that a page can show in addition to those that it follows live. */
public final class Room {
    private final Set<LineName> shown;
    private final int most;
    private boolean isTooSmall;

    /**
     * @param followed the lines that the page shows in any case
     * @param most limit of lines on the page
     */
    public Room(Set<LineName> followed, int most) {
        this.shown = new HashSet<>(followed);
        this.most = most;
    }

    /** The part of the history that the page can show. */
    public History of(History history) {
        List<HistorySeries> series = of(history.series());
        List<HistorySeries> texts = of(history.texts());
        List<LastValue> last = history.last().stream()
                .filter(each -> has(new LineName(each.measurement(), each.tags(), each.field())))
                .toList();
        return new History(
                series,
                texts,
                last,
                history.tier(),
                history.stepMillis(),
                history.more() || isTooSmall,
                history.capped());
    }

    private List<HistorySeries> of(List<HistorySeries> series) {
        return series.stream()
                .filter(each -> has(new LineName(each.measurement(), each.tags(), each.field())))
                .toList();
    }

    private boolean has(LineName name) {
        if (shown.size() < most) {
            shown.add(name);
        }
        boolean isShown = shown.contains(name);
        isTooSmall |= !isShown;
        return isShown;
    }
}
