package io.weir.writer.store.influxdb3;

import io.weir.writer.store.StoreUrl;

/** The address of a database of an InfluxDB 3. */
public record InfluxDb3Url(String text, String http, String database) implements StoreUrl {}
