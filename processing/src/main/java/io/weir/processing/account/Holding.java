package io.weir.processing.account;

/**
 * The memory of one series and the shares that it counts in. Belongs to an account; not
 * thread-safe.
 */
public final class Holding {

    /** The account that a holding belongs to. */
    interface Ledger {
        /** The bytes of a holding changed. */
        void changed(Holding holding, long before);

        void addName(Holding holding, long hash, int length);

        void removeName(Holding holding, long hash, int length);

        void close(Holding holding);
    }

    private final Ledger account;

    /**
     * The measurement's share comes first. A series without state has one share, common to all such
     * series.
     */
    final Share[] shares;

    private final long gateway;
    private long bytes;

    Holding(Ledger account, long gateway, Share... shares) {
        this.account = account;
        this.gateway = gateway;
        this.shares = shares;
    }

    /** The gateway by which the series first arrived: see {@code Account.gateway}. */
    public long gateway() {
        return gateway;
    }

    /** Estimated bytes of the series. */
    public long bytes() {
        return bytes;
    }

    /** Sets the estimated bytes of the series. */
    public void set(long now) {
        long before = bytes;
        bytes = now;
        account.changed(this, before);
    }

    /** Adds a field name. Series of one measurement share names. */
    public void addName(long hash, int length) {
        account.addName(this, hash, length);
    }

    /** Removes a field name. */
    public void removeName(long hash, int length) {
        account.removeName(this, hash, length);
    }

    /** Closes the holding of a forgotten series; its names must have been removed. */
    public void close() {
        set(0);
        account.close(this);
    }
}
