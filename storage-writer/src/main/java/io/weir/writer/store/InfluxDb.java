package io.weir.writer.store;

/**
 * InfluxDB 1.x or 2.x. Lines go as they are; a point with the same series and timestamp overwrites the older one's fields, so
 * that repeats are harmless. The database or bucket is created if missing.
 */
public final class InfluxDb implements Store {
    private final String url;
    private final Connections connections;
    private final InfluxClient client;
    private boolean isOpen;

    InfluxDb(String url, Connections connections, InfluxClient client) {
        this.url = url;
        this.connections = connections;
        this.client = client;
    }

    @Override
    public String url() {
        return url;
    }

    /** InfluxDB makes measurements and tags as they come: the lines are not looked at. */
    @Override
    public Reply prepare(byte[] bytes, int length, Refusals refusals) {
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
        return reply;
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
