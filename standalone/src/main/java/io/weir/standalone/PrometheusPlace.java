package io.weir.standalone;

import io.weir.writer.store.remotewrite.RemoteWriteUrl;
import io.weir.writer.store.victoriametrics.VictoriaMetricsUrl;
import java.util.Map;
import java.util.Optional;

/**
 * Where a store that the writer writes to has the API of Prometheus: what is before {@code /api/v1}. Empty if another
 * program answers queries, such as the {@code vmselect} of a cluster; its own address can be named.
 */
final class PrometheusPlace {
    /** The paths of Mimir and Grafana Cloud for writers, and those of their APIs. */
    private static final Map<String, String> APIS =
            Map.of("/api/v1/push", "/prometheus", "/api/prom/push", "/api/prom");

    private static final String WRITE = "/api/v1/write";

    /** VictoriaMetrics has its {@code /write} under this path, too. */
    private static final String INFLUX = "/influx";

    private PrometheusPlace() {}

    static Optional<String> of(VictoriaMetricsUrl url) {
        String prefix = url.prefix();
        boolean isAlias = prefix.endsWith(INFLUX);
        String api = isAlias ? prefix.substring(0, prefix.length() - INFLUX.length()) : prefix;
        return isInsert(prefix) ? Optional.empty() : Optional.of(url.http() + api);
    }

    static Optional<String> of(RemoteWriteUrl url) {
        String path = url.path();
        String api = path.endsWith(WRITE) ? path.substring(0, path.length() - WRITE.length()) : APIS.get(path);
        return isInsert(path) ? Optional.empty() : Optional.ofNullable(api).map(before -> url.http() + before);
    }

    /** Whether it is a path of a {@code vminsert}, which answers no query. */
    private static boolean isInsert(String path) {
        return path.startsWith("/insert/");
    }
}
