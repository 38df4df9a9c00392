package io.weir.gateway.collectd;

/** What the lines are called that values become. */
public enum Naming {
    /**
     * One line for each list of values: measurement {@code plugin}, a field for each data source, and the host in the tag {@code
     * hostname}, as everywhere in Weir.
     */
    WEIR,
    /** A line for each value, as InfluxDB 1.x and Telegraf write it: measurement {@code plugin_source}, field {@code value}, tag {@code host}. */
    INFLUXDB
}
