package io.weir.standalone.top;

import java.util.List;

/**
 * A kind of service, with its counters of input and output.
 *
 * @param in the counter of lines that it received or read; empty if it has none
 * @param out the counter of lines or messages that it passed on; empty if it has none
 */
record Stage(String name, String in, String out) {
    /** The service whose counters have a label for each of its targets. */
    static final String WRITER = "writer";
    /** Lines that a store acknowledged. */
    static final String STORED = "weir_writer_lines_stored_total";

    /** All of them, in the order of the data flow. */
    static final List<Stage> ALL = List.of(
            new Stage("probe", "", "weir_probe_lines_total"),
            new Stage("gateway", "weir_gateway_lines_total", "weir_gateway_acknowledged_total"),
            new Stage("processing", "weir_processing_metrics_total", "weir_processing_storage_lines_total"),
            new Stage("alarming", "weir_alarming_metrics_total", "weir_alarming_transitions_total"),
            new Stage(WRITER, "", STORED),
            new Stage("notifier", "", "weir_notifier_sent_total"),
            new Stage("phoebus", "", "weir_phoebus_written_total"),
            new Stage("relay", "", "weir_relay_sent_total"),
            new Stage("dashboard", "weir_dashboard_lines_total", ""));

    /** The stage of a service; one without counters if its name is unknown. */
    static Stage of(String service) {
        return ALL.stream()
                .filter(stage -> stage.name.equals(service))
                .findFirst()
                .orElse(new Stage(service, "", ""));
    }
}
