package io.weir.writer.store.influxdb;

import io.weir.writer.store.Connections;
import io.weir.writer.store.Refusals;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;

/**
 * InfluxDB 1.x or 2.x. Lines are written unmodified. A point with the same series and timestamp
 * overwrites the fields of the older one, so repetitions are harmless. A missing database or bucket
 * is created.
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
     * Does not connect yet.
     *
     * @param hasUnsigned whether it has unsigned integers; if not, they are converted to integers
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
     * InfluxDB creates measurements and tags on demand, so the lines are not read. The exception:
     * once unsigned integers were found that it does not support.
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
        // No line was sent yet that could be the cause.
        return opened instanceof Reply.Refused refused ? new Reply.Away(refused.reason()) : opened;
    }

    @Override
    public Reply write(byte[] bytes, int from, int to) {
        Reply reply = client.write(bytes, from, to);
        if (reply instanceof Reply.Away) {
            // It may be another server now, or the database was dropped (404).
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
