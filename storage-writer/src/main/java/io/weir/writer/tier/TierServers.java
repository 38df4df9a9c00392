package io.weir.writer.tier;

import io.weir.writer.store.StoreUrl;
import io.weir.writer.store.clickhouse.ClickHouseUrl;
import io.weir.writer.store.influxdb.InfluxDb1Url;
import io.weir.writer.store.influxdb.InfluxDb2Url;
import java.util.Optional;

/** Creates the tier server of a store. */
final class TierServers {
    private TierServers() {}

    /** Empty for a store without tiers. Of several addresses, it uses the first. */
    static Optional<TierServer> of(StoreUrl url, Optional<String> token) {
        StoreUrl first = url.addresses().get(0);
        if (first instanceof InfluxDb1Url one) {
            return Optional.of(new InfluxDb1Tiers(one, token));
        }
        if (first instanceof ClickHouseUrl house) {
            return Optional.of(new ClickHouseTiers(house, token));
        }
        return first instanceof InfluxDb2Url two ? Optional.of(new InfluxDb2Tiers(two, token)) : Optional.empty();
    }
}
