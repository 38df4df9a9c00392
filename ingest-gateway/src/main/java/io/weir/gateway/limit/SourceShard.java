package io.weir.gateway.limit;

import java.util.Arrays;

/** One shard of {@link Sources}: flat arrays behind one lock. */
final class SourceShard {
    static final int LINES = 0;
    static final int DROPPED = 1;
    static final int REJECTED = 2;
    static final int MISSING = 3;
    private static final int FIGURES = 4;
    /**
     * Layout of a slot: the figures of the minute in which it was last used, then those of the
     * minute before.
     */
    private static final int PER_SLOT = 2 * FIGURES;

    private static final long MINUTE_NANOS = 60_000_000_000L;

    private final SourceSettings settings;
    private final RecentSources recent;
    private final long[] paidNanos;
    private final int[] figures;
    private final int[] series;
    private final int[] seriesHour;
    private final int[] seriesStartOvers;

    SourceShard(SourceSettings settings, int slots) {
        this.settings = settings;
        this.recent = new RecentSources(slots);
        this.paidNanos = new long[recent.slots()];
        this.figures = new int[recent.slots() * PER_SLOT];
        this.series = new int[recent.slots()];
        this.seriesHour = new int[recent.slots()];
        this.seriesStartOvers = new int[recent.slots()];
    }

    synchronized boolean isWithinBudget(SourceAddress source, long hash, long nowNanos) {
        return settings.lines().isPositive(paidNanos[slot(source, hash, nowNanos)], nowNanos);
    }

    synchronized void count(SourceAddress source, long hash, long nowNanos, int lines, int rejected) {
        int slot = slot(source, hash, nowNanos);
        add(slot, LINES, lines);
        add(slot, REJECTED, rejected);
        if (!settings.lines().isUnlimited()) {
            paidNanos[slot] = settings.lines().debit(paidNanos[slot], nowNanos, lines);
        }
    }

    synchronized void countDropped(SourceAddress source, long hash, long nowNanos, int lines) {
        int slot = slot(source, hash, nowNanos);
        add(slot, LINES, lines);
        add(slot, DROPPED, lines);
    }

    synchronized void countMissing(SourceAddress source, long hash, long nowNanos, int missing) {
        add(slot(source, hash, nowNanos), MISSING, missing);
    }

    /** The used part of the source's budget, with this series; 0 if it was used up before. */
    synchronized int takeSeries(SourceAddress source, long hash, int cost, long nowNanos, SeriesEpoch epoch) {
        int slot = slotIn(epoch, source, hash, nowNanos);
        int used = SeriesCost.charge(series[slot], cost, settings.series());
        series[slot] = Math.max(series[slot], used);
        return used;
    }

    synchronized boolean hasBroughtMany(SourceAddress source, long hash, long nowNanos, SeriesEpoch epoch) {
        return !SeriesEpoch.isSmall(series[slotIn(epoch, source, hash, nowNanos)], settings.series());
    }

    private int slotIn(SeriesEpoch epoch, SourceAddress source, long hash, long nowNanos) {
        int slot = slot(source, hash, nowNanos);
        boolean isNextHour = epoch.hour() > seriesHour[slot];
        boolean hasStartedOver = epoch.startOvers() > seriesStartOvers[slot];
        if (isNextHour || (hasStartedOver && SeriesEpoch.isSmall(series[slot], settings.series()))) {
            series[slot] = 0;
        }
        seriesHour[slot] = Math.max(seriesHour[slot], epoch.hour());
        seriesStartOvers[slot] = Math.max(seriesStartOvers[slot], epoch.startOvers());
        return slot;
    }

    synchronized void giveSeriesBack(SourceAddress source, long hash, int cost, long nowNanos) {
        int slot = slot(source, hash, nowNanos);
        series[slot] = Math.max(0, series[slot] - cost);
    }

    /** Offers each source that sent in this minute or the one before. */
    synchronized void offerTo(WorstSources worst, long nowNanos) {
        for (int slot = 0; slot < recent.slots(); slot++) {
            long age = recent.isTaken(slot) ? minute(nowNanos) - minute(recent.lastNanos(slot)) : Long.MAX_VALUE;
            if (age <= 1) {
                offerTo(worst, slot, age);
            }
        }
    }

    private void offerTo(WorstSources worst, int slot, long age) {
        long lines = recent(slot, LINES, age);
        long dropped = recent(slot, DROPPED, age);
        long rejected = recent(slot, REJECTED, age);
        long missing = recent(slot, MISSING, age);
        if (worst.isAmongThem(dropped + rejected + missing, lines)) {
            worst.add(new SourceFigures(recent.text(slot), lines, dropped, rejected, missing));
        }
    }

    private long recent(int slot, int figure, long age) {
        int at = slot * PER_SLOT + figure;
        return (long) figures[at] + (age <= 0 ? figures[at + FIGURES] : 0);
    }

    private int slot(SourceAddress source, long hash, long nowNanos) {
        int slot = recent.slot(source, 0, hash, nowNanos);
        int at = slot * PER_SLOT;
        if (recent.isNew()) {
            Arrays.fill(figures, at, at + PER_SLOT, 0);
            paidNanos[slot] = nowNanos;
            series[slot] = 0;
            seriesHour[slot] = Integer.MIN_VALUE;
            seriesStartOvers[slot] = 0;
            return slot;
        }
        long minutes = minute(nowNanos) - minute(recent.lastNanos(slot));
        if (minutes > 0) {
            if (minutes == 1) {
                System.arraycopy(figures, at, figures, at + FIGURES, FIGURES);
            } else {
                Arrays.fill(figures, at + FIGURES, at + PER_SLOT, 0);
            }
            Arrays.fill(figures, at, at + FIGURES, 0);
        }
        recent.touch(slot, nowNanos);
        return slot;
    }

    private void add(int slot, int figure, int count) {
        int at = slot * PER_SLOT + figure;
        figures[at] = (int) Math.max(0, Math.min(Integer.MAX_VALUE, (long) figures[at] + count));
    }

    private static long minute(long nanos) {
        return Math.floorDiv(nanos, MINUTE_NANOS);
    }
}
