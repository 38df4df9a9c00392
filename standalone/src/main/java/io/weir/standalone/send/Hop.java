package io.weir.standalone.send;

import java.util.List;

/**
 * A part of the way from the sender to the store: lines that entered it are expected to leave it.
 *
 * @param what the items under way, described for people
 * @param in the meters that count items entering; empty if only the sender counts them
 * @param out the meters that count items leaving, whatever their outcome
 */
record Hop(String what, List<String> in, List<String> out) {
    /** The whole way. */
    static final List<Hop> WAY = List.of(
            new Hop(
                    "datagrams on their way to the gateway",
                    List.of(),
                    List.of("gateway_datagrams", "gateway_kernel_drops")),
            new Hop(
                    "lines on their way to Kafka",
                    List.of("gateway_lines"),
                    List.of("gateway_acknowledged", "gateway_rejected", "gateway_dropped", "gateway_lost")),
            new Hop(
                    "lines on their way through processing",
                    List.of("gateway_acknowledged"),
                    List.of("processing_metrics", "processing_rejected")),
            new Hop(
                    "lines on their way to the store",
                    List.of("processing_storage_lines"),
                    List.of("writer_lines_stored", "writer_lines_rejected")));

    /** Whether all meters of this part exist. */
    boolean isMetered(Meters meters) {
        return meters.has(out.get(0)) && in.stream().allMatch(meters::has);
    }

    long in(Meters meters) {
        return in.stream().mapToLong(meters::count).sum();
    }

    long out(Meters meters) {
        return out.stream().mapToLong(meters::count).sum();
    }
}
