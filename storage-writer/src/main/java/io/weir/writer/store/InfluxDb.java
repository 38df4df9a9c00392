package io.weir.writer.store;

/**
 * InfluxDB 1.x or 2.x. Lines go as they are; a point with the same series and timestamp overwrites the older one's fields, so
 * that repeats are harmless. The database or bucket is created if missing.
 */
public final class InfluxDb implements Store {
    private final String url;
    private final Connections connections;
    private final InfluxClient client;
    private final boolean hasUnsigned;
    private final Unsigned unsigned = new Unsigned();
    private boolean isOpen;
    private boolean sawUnsigned;
    private boolean hasLearnt;

    /**
     * Connects nothing yet.
     *
     * @param hasUnsigned whether it has unsigned integers; if not, integers are made of them
     */
    InfluxDb(String url, Connections connections, InfluxClient client, boolean hasUnsigned) {
        this.url = url;
        this.connections = connections;
        this.client = client;
        this.hasUnsigned = hasUnsigned;
    }

    @Override
    public String url() {
        return url;
    }

    /**
     * InfluxDB makes measurements and tags as they come: the lines are not looked at, unless there have been unsigned integers
     * that it does not have.
     */
    @Override
    public Reply prepare(byte[] bytes, int length, Refusals refusals) {
        hasLearnt = false;
        if (sawUnsigned) {
            unsigned.convert(bytes, length, refusals);
        }
        if (isOpen) {
            return Reply.STORED;
        }
        Reply opened = client.open();
        isOpen = opened instanceof Reply.Stored;
        // No line has been sent yet that could be at fault.
        return opened instanceof Reply.Refused refused ? new Reply.Away(refused.reason()) : opened;
    }

    @Override
    public Reply write(byte[] bytes, int from, int to) {
        Reply reply = client.write(bytes, from, to);
        if (reply instanceof Reply.Away) {
            // Perhaps it is another server by now, or somebody has dropped the database (404).
            isOpen = false;
        }
        if (reply instanceof Reply.Refused && !hasUnsigned && !sawUnsigned && unsigned.isIn(bytes, from, to)) {
            sawUnsigned = true;
            hasLearnt = true;
        }
        return reply;
    }

    @Override
    public boolean hasLearnt() {
        return hasLearnt;
    }

    @Override
    public void cancel() {
        connections.cancel();
    }

    @Override
    public void close() {
        connections.close();
    }
}
