package io.weir.processing.account;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.state.Checkpoint;
import io.weir.contract.state.Tier;
import java.util.HashMap;
import java.util.Map;

/**
 * What the series of one task take, by estimate, and whether they may take more.
 *
 * <p>A series counts for the task, for its measurement and for the gateway by which it first arrived. When one of these has used up its
 * budget, no line gets new memory in it; what is there goes on. Room that a series has once got stays its own until it is forgotten, so
 * a series that goes on as before is never refused. Series without state count apart: nothing is lost when they are forgotten.
 *
 * <p>Decisions are made per line, so one line may exceed a budget. They depend on the state and on the records alone: see {@link
 * Refusals}. Nothing is asked where nothing is {@link #isTight tight}. Not thread-safe.
 */
public final class Account {

    /** Estimated heap of a field's name and of what the rules make of it, beside eight times its length. */
    private static final int NAME_BYTES = 640;

    private static final int NAME_COPIES = 8;
    private static final long OF_GATEWAY = 0x9e37_79b9_7f4a_7c15L;

    private final StateBudget budget;
    private final Refusals refusals = new Refusals();
    private final RecordLines lines = new RecordLines();
    private final Map<Long, Share> shares = new HashMap<>();
    private Share all;
    private Share plain;
    private long offset;
    private long gateway;

    /** Shares that are nearly full, and series that have more than one may. */
    private int full;

    private boolean isTight;

    /** Nothing is held yet. */
    public Account(StateBudget budget) {
        this.budget = budget;
        all = new Share(0, budget.bytes());
        plain = new Share(0, Long.MAX_VALUE);
    }

    /** The tier downstream of the series. */
    public Tier refusals() {
        return refusals;
    }

    /** A gateway as {@link Holding#gateway} tells it. */
    public static long gateway(byte[] id) {
        return SeriesHash.of(id, 0, id.length) ^ OF_GATEWAY;
    }

    /**
     * A record begins.
     *
     * @param byGateway by which it came
     * @param ofRefusals of the tier of {@link #refusals}
     * @param mayBeIncluded whether restored slots may include it
     */
    public void begin(long recordOffset, long byGateway, Checkpoint ofRefusals, boolean mayBeIncluded) {
        offset = recordOffset;
        gateway = byGateway;
        refusals.begin(ofRefusals, mayBeIncluded);
        lines.clear();
        judge();
    }

    private void judge() {
        isTight = full > 0 || refusals.isReplaying() || refusals.hasRefused();
    }

    /** The lines of the current record. */
    public RecordLines lines() {
        return lines;
    }

    /** Must {@link #admits} be asked for windows and for what suppression remembers? If not, whatever is asked for may be had. */
    public boolean isTight() {
        return isTight;
    }

    /** May the line of a known series that begins at {@code line} in the record take more memory? */
    public boolean admits(Holding holding, Use use, int line) {
        if (holding.shares.length == 1) {
            return true;
        }
        boolean isAdmitted = holding.bytes() < budget.seriesBytes();
        for (Share each : holding.shares) {
            isAdmitted = isAdmitted && each.isOpen(use, line, offset, refusals);
        }
        return isAdmitted;
    }

    /** May the line at {@code line} bring a new series, which has state? */
    public boolean admitsNew(byte[] series, int line) {
        return isOpen(measurement(series), line) && isOpen(gateway, line) && isOpen(all.id, line);
    }

    /** By its id: where the record was processed before, the share may have had series that are to come yet. */
    private boolean isOpen(long id, int line) {
        if (refusals.isReplaying()) {
            return line < refusals.from(offset, id, Use.NAMES);
        }
        Share share = id == all.id ? all : shares.get(id);
        return share == null || share.isOpen(Use.NAMES, line, offset, refusals);
    }

    /** For a new series that arrives by the gateway of the record, in the line at {@code line}. */
    public Holding open(byte[] series, boolean hasState, int line) {
        Holding holding = open(series, gateway, hasState);
        for (Share each : holding.shares) {
            each.open(Use.NAMES, line, offset);
        }
        return holding;
    }

    /** For a series that first arrived by a gateway. */
    public Holding open(byte[] series, long byGateway, boolean hasState) {
        Holding holding = hasState
                ? new Holding(
                        this,
                        byGateway,
                        share(measurement(series), budget.measurementPercent()),
                        share(byGateway, budget.gatewayPercent()),
                        all)
                : new Holding(this, byGateway, plain);
        for (Share each : holding.shares) {
            each.holdings++;
        }
        return holding;
    }

    private Share share(long id, int percent) {
        return shares.computeIfAbsent(id, unknown -> new Share(id, budget.percent(percent)));
    }

    /** The hash of what is before the first tag of a canonical series. */
    private static long measurement(byte[] series) {
        int to = 0;
        while (to < series.length && series[to] != ',') {
            to += series[to] == '\\' ? 2 : 1;
        }
        return SeriesHash.of(series, 0, Math.min(to, series.length));
    }

    void close(Holding holding) {
        for (Share each : holding.shares) {
            if (--each.holdings == 0 && each != all && each != plain) {
                shares.remove(each.id);
            }
        }
    }

    void changed(Holding holding, long before) {
        if (holding.shares.length > 1) {
            full += (holding.bytes() < budget.seriesBytes() ? 0 : 1) - (before < budget.seriesBytes() ? 0 : 1);
        }
        for (Share each : holding.shares) {
            add(each, holding.bytes() - before);
        }
    }

    void addName(Holding holding, long hash, int length) {
        if (holding.shares[0].addName(hash)) {
            addName(holding, NAME_BYTES + (long) NAME_COPIES * length);
        }
    }

    void removeName(Holding holding, long hash, int length) {
        if (holding.shares[0].removeName(hash)) {
            addName(holding, -NAME_BYTES - (long) NAME_COPIES * length);
        }
    }

    /** Not for the gateway: whose series is the last to have the name is chance. */
    private void addName(Holding holding, long bytes) {
        add(holding.shares[0], bytes);
        if (holding.shares.length > 1) {
            add(all, bytes);
        }
    }

    private void add(Share share, long bytes) {
        full += share.add(bytes);
        judge();
    }

    /** What all series take. */
    public long bytes() {
        return all.bytes() + plain.bytes();
    }

    /** Do series without state take so much that they are to be forgotten? */
    public boolean hasTooManyPlain() {
        return plain.bytes() > budget.plainBytes(all.bytes());
    }

    /** Forgets everything. */
    public void reset() {
        refusals.reset();
        shares.clear();
        all = new Share(0, budget.bytes());
        plain = new Share(0, Long.MAX_VALUE);
        full = 0;
        judge();
    }
}
