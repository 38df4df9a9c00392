package io.weir.processing.account;

/** What the state of one series takes, and of which shares. Belongs to its {@link Account}; not thread-safe. */
public final class Holding {

    private final Account account;

    /** That of the measurement first, or of all series without state. */
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

    /** What it takes now. */
    public long bytes() {
        return bytes;
    }

    /** It takes so many bytes from now on. */
    public void set(long now) {
        long before = bytes;
        bytes = now;
        account.changed(this, before);
    }

    /** The series has another field. Series of a measurement share names. */
    public void addName(long hash, int length) {
        account.addName(this, hash, length);
    }

    /** The series has a field less. */
    public void removeName(long hash, int length) {
        account.removeName(this, hash, length);
    }

    /** The series is forgotten; its names are removed already. */
    public void close() {
        set(0);
        account.close(this);
    }
}
