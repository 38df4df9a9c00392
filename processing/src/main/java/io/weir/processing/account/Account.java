package io.weir.processing.account;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.state.Checkpoint;
import io.weir.contract.state.Tier;
import java.util.HashMap;
import java.util.Map;

/**
 * Estimates the memory of all series of one task and decides whether they may take more.
 *
 * <p>A series counts towards the budgets of the task, of its measurement and of the gateway by
 * which it first arrived. While one of these budgets is exhausted, no line gets new memory from it;
 * existing state remains in use. A series keeps its memory until it is forgotten, so a series that
 * does not grow is never refused. Series without state are accounted separately: forgetting them
 * loses nothing.
 *
 * <p>Decisions are made per line, so one line may exceed a budget. They depend on the state and the
 * records alone: see {@link MemoryRefusals}. Not thread-safe.
 */
public final class Account {

    /**
     * Estimated heap of a field name and its compiled rules, without {@link #NAME_COPIES} times its
     * length.
     */
    private static final int NAME_BYTES = 640;

    private static final int NAME_COPIES = 8;
    private static final long OF_GATEWAY = 0x9e37_79b9_7f4a_7c15L;

    private final StateBudget budget;
    private final Ledger ledger = new Ledger();
    private final MemoryRefusals refusals = new MemoryRefusals();
    private final RecordLines lines = new RecordLines();
    private final Map<Long, Share> shares = new HashMap<>();
    private Share all;
    private Share plain;
    private long offset;
    private long gateway;

    /** Number of nearly full shares plus number of series that have reached their own limit. */
    private int full;

    private boolean isTight;

    public Account(StateBudget budget) {
        this.budget = budget;
        all = new Share(0, budget.bytes());
        plain = new Share(0, Long.MAX_VALUE);
    }

    /** The tier downstream of the series. */
    public Tier refusals() {
        return refusals;
    }

    /** The key that identifies a gateway in {@link Holding#gateway}. */
    public static long gateway(byte[] id) {
        return SeriesHash.of(id, 0, id.length) ^ OF_GATEWAY;
    }

    /**
     * Begins a record.
     *
     * @param byGateway key of the gateway that sent the record
     * @param ofRefusals checkpoint of the tier {@link #refusals}
     * @param mayBeIncluded whether restored slots may include the record
     */
    public void begin(long recordOffset, long byGateway, Checkpoint ofRefusals, boolean mayBeIncluded) {
        offset = recordOffset;
        gateway = byGateway;
        refusals.begin(ofRefusals, mayBeIncluded);
        lines.clear();
        judge();
    }

    /**
     * Begins a record of results. Refusals are not saved: if the record is read again after a crash,
     * other values of it may be refused.
     */
    public void beginResults(long recordOffset) {
        offset = recordOffset;
        gateway = 0;
        refusals.reset();
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

    /**
     * Whether callers must ask {@link #admits} before windows or suppression take memory. If not,
     * every request is admitted.
     */
    public boolean isTight() {
        return isTight;
    }

    /**
     * Whether the line of a known series that begins at byte {@code line} of the record may take
     * more memory.
     */
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

    /** Whether the line at {@code line} may add a new series with state. */
    public boolean admitsNew(byte[] series, int line) {
        return isOpen(measurement(series), line) && isOpen(gateway, line) && isOpen(all.id, line);
    }

    /** Uses the id because, on replay, the share may not exist yet: its series may arrive later. */
    private boolean isOpen(long id, int line) {
        if (refusals.isReplaying()) {
            return line < refusals.from(offset, id, Use.NAMES);
        }
        Share share = id == all.id ? all : shares.get(id);
        return share == null || share.isOpen(Use.NAMES, line, offset, refusals);
    }

    /**
     * Opens the holding of a new series that arrives in the line at {@code line} of the current
     * record.
     */
    public Holding open(byte[] series, boolean hasState, int line) {
        Holding holding = open(series, gateway, hasState);
        for (Share each : holding.shares) {
            each.open(Use.NAMES, line, offset);
        }
        return holding;
    }

    /** Opens the holding of a series that first arrived by the gateway {@code byGateway}. */
    public Holding open(byte[] series, long byGateway, boolean hasState) {
        Holding holding = hasState
                ? new Holding(
                        ledger,
                        byGateway,
                        share(measurement(series), budget.measurementPercent()),
                        share(byGateway, budget.gatewayPercent()),
                        all)
                : new Holding(ledger, byGateway, plain);
        for (Share each : holding.shares) {
            each.holdings++;
        }
        return holding;
    }

    private Share share(long id, int percent) {
        return shares.computeIfAbsent(id, unknown -> new Share(id, budget.percent(percent)));
    }

    /** The hash of a canonical series up to its first tag. */
    private static long measurement(byte[] series) {
        int to = 0;
        while (to < series.length && series[to] != ',') {
            to += series[to] == '\\' ? 2 : 1;
        }
        return SeriesHash.of(series, 0, Math.min(to, series.length));
    }

    /**
     * Names do not count for gateways: which of the series that share a name is forgotten last is
     * chance.
     */
    private void addNameBytes(Holding holding, long bytes) {
        add(holding.shares[0], bytes);
        if (holding.shares.length > 1) {
            add(all, bytes);
        }
    }

    private void add(Share share, long bytes) {
        full += share.add(bytes);
        judge();
    }

    /** What holdings ask for. */
    private final class Ledger implements Holding.Ledger {
        @Override
        public void close(Holding holding) {
            for (Share each : holding.shares) {
                if (--each.holdings == 0 && each != all && each != plain) {
                    shares.remove(each.id);
                }
            }
        }

        @Override
        public void changed(Holding holding, long before) {
            if (holding.shares.length > 1) {
                full += (holding.bytes() < budget.seriesBytes() ? 0 : 1) - (before < budget.seriesBytes() ? 0 : 1);
            }
            for (Share each : holding.shares) {
                add(each, holding.bytes() - before);
            }
        }

        @Override
        public void addName(Holding holding, long hash, int length) {
            if (holding.shares[0].addName(hash)) {
                addNameBytes(holding, NAME_BYTES + (long) NAME_COPIES * length);
            }
        }

        @Override
        public void removeName(Holding holding, long hash, int length) {
            if (holding.shares[0].removeName(hash)) {
                addNameBytes(holding, -NAME_BYTES - (long) NAME_COPIES * length);
            }
        }
    }

    /** Estimated bytes of all series. */
    public long bytes() {
        return all.bytes() + plain.bytes();
    }

    /** Whether series without state take so much memory that they must be forgotten. */
    public boolean hasTooManyPlain() {
        return plain.bytes() > budget.plainBytes(all.bytes());
    }

    public void reset() {
        refusals.reset();
        shares.clear();
        all = new Share(0, budget.bytes());
        plain = new Share(0, Long.MAX_VALUE);
        full = 0;
        judge();
    }
}
