package io.weir.standalone.send;

import java.util.LinkedHashMap;
import java.util.Map;

/** A page of meters in the format of {@code weir up}, with counts that a test sets. */
final class Page {
    private final Map<String, Long> counts = new LinkedHashMap<>();

    /** Only the gateway's meters, all zero. */
    static Page ofGateway() {
        Page page = new Page();
        for (String meter : new String[] {"datagrams", "kernel_drops", "lines", "sent", "acknowledged"}) {
            page.counts.put("weir_gateway_" + meter + "_total", 0L);
        }
        return page;
    }

    /** The meters of all services. */
    static Page ofAll() {
        Page page = ofGateway();
        page.counts.put("weir_processing_metrics_total", 0L);
        page.counts.put("weir_processing_storage_lines_total", 0L);
        page.counts.put("weir_writer_lines_stored_total", 0L);
        page.counts.put("weir_writer_lines_rejected_total{reason=\"store-refused\"}", 0L);
        return page;
    }

    /**
     * Sets a counter, such as {@code gateway_lines} or
     * {@code gateway_rejected{reason="not-finite"}}.
     */
    Page with(String meter, long count) {
        int labels = meter.indexOf('{') < 0 ? meter.length() : meter.indexOf('{');
        counts.put("weir_" + meter.substring(0, labels) + "_total" + meter.substring(labels), count);
        return this;
    }

    /** Counts lines that passed the gateway without faults. */
    Page received(long datagrams, long lines) {
        return with("gateway_datagrams", datagrams)
                .with("gateway_lines", lines)
                .with("gateway_sent", lines)
                .with("gateway_acknowledged", lines);
    }

    String text() {
        StringBuilder text = new StringBuilder("""
                # HELP weir_gateway_lines_total Lines received
                # TYPE weir_gateway_lines_total counter
                jvm_threads_live_threads 17.0
                weir_gateway_known_series 3.0
                """);
        // In Prometheus' text format for large numbers.
        counts.forEach((meter, count) ->
                text.append(meter).append(' ').append((double) count).append('\n'));
        return text.toString();
    }

    Meters meters() {
        return Meters.parse(text());
    }
}
