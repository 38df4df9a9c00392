package io.weir.writer.store;

import io.weir.writer.store.StoreUrl.InfluxDb1Url;
import io.weir.writer.store.StoreUrl.InfluxDb2Url;
import io.weir.writer.store.StoreUrl.QuestDbUrl;
import java.time.Duration;
import java.util.Optional;

/** Opens the store of an address. */
public final class Stores {
    private Stores() {}

    /**
     * Opens the store without connecting; the first call connects.
     *
     * @param token the password or token
     * @param timeout maximum time for an answer of the store
     */
    public static Store open(StoreUrl url, Optional<String> token, Duration timeout) {
        Connections connections = new Connections(timeout);
        if (url instanceof InfluxDb1Url one) {
            return new InfluxDb(url.text(), connections, new LineClient(one, token, connections), false);
        }
        if (url instanceof InfluxDb2Url two) {
            return new InfluxDb(url.text(), connections, new BucketClient(two, token, connections), true);
        }
        return new QuestDb((QuestDbUrl) url, token, connections);
    }
}
