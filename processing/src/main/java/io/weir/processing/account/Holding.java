package io.weir.processing.account;

/**
 * The memory of one series and the shares that it counts in. Belongs to its {@link Account}; not
 * thread-safe.
 */
public final class Holding {

    private final Account account;

    /**
     * The measurement's share comes first. A series without state has one share, common to all such
     * series.
     */
    final Share[] shares;

    private final long gateway;
    private long bytes;

    Holding(Account account, long gateway, Share... shares) {
        this.account = account;
        this.gateway = gateway;
        this.shares = shares;
    }

    /** The gateway by which the series first arrived: see {@link Account#gateway}. */
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
