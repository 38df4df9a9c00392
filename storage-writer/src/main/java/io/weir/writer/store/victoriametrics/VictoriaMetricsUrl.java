package io.weir.writer.store.victoriametrics;

import io.weir.writer.store.StoreUrl;
import java.util.Optional;

/**
 * The address of a VictoriaMetrics.
 *
 * @param prefix the path before {@code /write}, such as {@code /insert/0/influx} of a cluster; may
 *     be empty
 */
public record VictoriaMetricsUrl(String text, String http, String prefix, Optional<String> user) implements StoreUrl {}
