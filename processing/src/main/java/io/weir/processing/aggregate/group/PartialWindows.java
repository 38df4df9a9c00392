package io.weir.processing.aggregate.group;

import io.weir.contract.state.SeriesTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The windows that the series of a task contribute to within one record. Empty between records. Not
 * thread-safe.
 */
public final class PartialWindows {

    private final SeriesTable<List<PartialWindow>> groups = new SeriesTable<>();

    /** The number of groups of each window of a rule. */
    private final Map<Counted, Integer> sizes = new HashMap<>();

    private record Counted(long identity, long start) {}

    /**
     * The window of a group that starts at {@code start}; null if the rule has too many groups in
     * that window. Late values may add groups to windows that revise results. A group
     * beyond the limit is marked as lacking, because its first result may lack values.
     */
    @Nullable
    public PartialWindow get(GroupKey key, long start) {
        int slot = groups.find(key.bytes(), 0, key.bytes().length, key.hash());
        if (slot >= 0) {
            for (PartialWindow each : groups.value(slot)) {
                if (each.start() == start) {
                    return each;
                }
            }
        }
        int size = sizes.merge(new Counted(key.shape().identity(), start), 1, Integer::sum);
        int most = key.shape().maxGroups();
        if (size > (key.shape().revises() ? 2 * most : most)) {
            return null;
        }
        if (slot < 0) {
            slot = groups.add(key.bytes(), key.hash(), new ArrayList<>(1));
        }
        PartialWindow window = new PartialWindow(key.shape(), start);
        if (size > most) {
            window.lack();
        }
        groups.value(slot).add(window);
        return window;
    }

    /**
     * Removes all windows, in the order of their groups' first contributions. Skips those to which
     * nothing was contributed, because it was undefined.
     */
    public void take(PartialListener listener) {
        for (int slot = 0, limit = groups.slotLimit(); slot < limit; slot++) {
            for (PartialWindow window : groups.value(slot)) {
                if (window.isSent()) {
                    listener.partial(groups.key(slot), window);
                }
            }
        }
        groups.clear();
        sizes.clear();
    }
}
