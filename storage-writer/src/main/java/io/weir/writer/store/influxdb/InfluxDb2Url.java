package io.weir.writer.store.influxdb;

import io.weir.contract.config.Refusal;
import io.weir.writer.store.StoreUrl;

/** A bucket of InfluxDB 2.x over HTTP. */
public record InfluxDb2Url(String text, String http, String org, String bucket) implements StoreUrl {
    @Override
    public StoreUrl at(String place) {
        if (place.isBlank()) {
            throw new Refusal("the name of the bucket is empty", "BUCKET");
        }
        return new InfluxDb2Url(text + " " + place, http, org, place);
    }

    /** Description for the operator. */
    String place() {
        return "bucket '" + bucket + "' of organization '" + org + "'";
    }
}
