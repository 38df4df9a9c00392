package io.weir.standalone.status;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A meter that counts lines, datagrams or values that were refused, dropped, lost or skipped.
 * {@link #ALL} is the only list of them. Values that suppression omits by design are not losses.
 *
 * @param meter its name in the registry; its tags become part of the reason
 * @param words the reason, for the operator
 */
record Loss(String meter, String words) {

    static final List<Loss> ALL = List.of(
            new Loss("weir.probe.lost", "not sent by the probe"),
            new Loss("weir.gateway.kernel.drops", "datagrams dropped by the kernel"),
            new Loss("weir.gateway.rejected", "refused"),
            new Loss("weir.gateway.dropped", "dropped"),
            new Loss("weir.gateway.lost", "lost on the way to Kafka"),
            new Loss("weir.processing.rejected", "refused in processing"),
            new Loss("weir.processing.late", "late for their window"),
            new Loss("weir.processing.ahead", "in no window: timestamp ahead"),
            new Loss("weir.processing.not.numeric", "not averaged: not a number"),
            new Loss("weir.alarming.unreadable", "unreadable in alarming"),
            new Loss("weir.alarming.not.numeric", "not evaluated: not a number"),
            new Loss("weir.alarming.out.of.order", "not evaluated: late"),
            new Loss("weir.alarming.ahead", "not evaluated: timestamp ahead"),
            new Loss("weir.alarming.shared.ids", "ignored: alarm id shared"),
            new Loss("weir_streams_records_skipped", "records skipped"),
            new Loss("weir.writer.lines.rejected", "not storable"),
            new Loss("weir.writer.values.refused", "values refused by the store"),
            new Loss("weir.writer.rejects.lost", "refused and not recorded"));

    private static final Map<String, Loss> BY_METER =
            ALL.stream().collect(Collectors.toMap(Loss::meter, Function.identity()));

    /** Adds the meter's count if the meter counts a loss and the count is not 0. */
    static void add(Meter meter, long count, Map<String, Long> losses) {
        Loss loss = BY_METER.get(meter.getId().getName());
        if (loss != null && count > 0) {
            String tags = meter.getId().getTags().stream().map(Tag::getValue).collect(Collectors.joining(" "));
            losses.merge(tags.isEmpty() ? loss.words : loss.words + " " + tags, count, Long::sum);
        }
    }
}
