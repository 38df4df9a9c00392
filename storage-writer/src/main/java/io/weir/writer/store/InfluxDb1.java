package io.weir.writer.store;

import io.weir.writer.store.StoreUrl.InfluxDb1Url;
import java.util.Optional;

/**
 * InfluxDB 1.x. Lines go as they are; a point with the same series and timestamp overwrites the older one's fields, so that
 * repeats are harmless. The database is created if missing.
 */
public final class InfluxDb1 implements Store {
    private final InfluxDb1Url url;
    private final LineClient client;
    private boolean databaseThere;

    InfluxDb1(InfluxDb1Url url, Optional<String> token) {
        this.url = url;
        this.client = new LineClient(url.http(), url.user(), token, url.database());
    }

    @Override
    public String url() {
        return url.text();
    }

    /** InfluxDB makes measurements and tags as they come: the lines are not looked at. */
    @Override
    public Reply prepare(byte[] bytes, int length, Refusals refusals) {
        if (databaseThere) {
            return Reply.STORED;
        }
        Reply created = client.createDatabase();
        databaseThere = created instanceof Reply.Stored;
        if (created instanceof Reply.Refused refused) {
            return new Reply.Away("cannot create database '" + url.database() + "': " + refused.reason());
        }
        return created;
    }

    @Override
    public Reply write(byte[] bytes, int from, int to) {
        Reply reply = client.write(bytes, from, to);
        if (reply instanceof Reply.Away) {
            // Perhaps it is another server by now, or somebody has dropped the database (404).
            databaseThere = false;
        }
        return reply;
    }

    @Override
    public void cancel() {
        client.cancel();
    }

    @Override
    public void close() {
        client.close();
    }
}
