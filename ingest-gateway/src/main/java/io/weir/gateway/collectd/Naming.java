package io.weir.gateway.collectd;

/** Naming of the lines that values become. */
public enum Naming {
    /**
     * One line for each list of values: measurement {@code plugin}, a field for each data source,
     * and the host in the tag {@code hostname}, as everywhere in Weir.
     */
    WEIR,
    /**
     * One line for each value, as written by InfluxDB 1.x and Telegraf: measurement
     * {@code plugin_source}, field {@code value}, tag {@code host}.
     */
    INFLUXDB
}
