package io.weir.writer.tier;

import io.weir.writer.store.StoreUrl;
import io.weir.writer.store.influxdb.InfluxDb1Url;
import io.weir.writer.store.influxdb.InfluxDb2Url;
import java.util.Optional;

/** Creates the tier server of a store. */
final class TierServers {
    private TierServers() {}

    /** Empty for a store without tiers. */
    static Optional<TierServer> of(StoreUrl url, Optional<String> token) {
        if (url instanceof InfluxDb1Url one) {
            return Optional.of(new InfluxDb1Tiers(one, token));
        }
        return url instanceof InfluxDb2Url two ? Optional.of(new InfluxDb2Tiers(two, token)) : Optional.empty();
    }
}
