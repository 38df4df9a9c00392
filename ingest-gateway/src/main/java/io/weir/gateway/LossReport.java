package io.weir.gateway;

import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.count.ReasonCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Describes in one sentence what an input rejected or lost since the previous call. Belongs to one
 * thread.
 */
final class LossReport {
    private final InputCounts counts;
    private final LongSupplier kernelDrops;
    private final List<Part> parts;
    private long kernelDropsBefore;
    private long missingBefore;

    private static final class Part {
        final String name;
        final ReasonCounts counts;
        Map<String, Long> before = Map.of();

        Part(String name, ReasonCounts counts) {
            this.name = name;
            this.counts = counts;
        }
    }

    LossReport(InputCounts counts, LongSupplier kernelDrops) {
        this.counts = counts;
        this.parts = List.of(
                new Part("lines rejected", counts.rejected),
                new Part("lines dropped", counts.dropped),
                new Part("lines lost", counts.lost),
                new Part("connections rejected", counts.rejectedConnections));
        this.kernelDrops = kernelDrops;
    }

    String input() {
        return counts.input();
    }

    /** Empty if there was no loss. */
    Optional<String> next() {
        List<String> sentences = new ArrayList<>();
        for (Part part : parts) {
            Map<String, Long> since = since(part);
            if (!since.isEmpty()) {
                sentences.add(part.name + " " + since);
                String last = part == parts.get(0) ? counts.lastRefusal() : "";
                if (!last.isEmpty()) {
                    sentences.add("last rejection: " + last);
                }
            }
        }
        long kernelDropsNow = kernelDrops.getAsLong();
        if (kernelDropsNow > kernelDropsBefore) {
            sentences.add("datagrams dropped by the kernel because its receive buffer was full "
                    + (kernelDropsNow - kernelDropsBefore));
        }
        kernelDropsBefore = kernelDropsNow;
        long missingNow = counts.missing.sum();
        if (missingNow > missingBefore) {
            sentences.add("numbers missing in senders' sequences " + (missingNow - missingBefore));
        }
        missingBefore = missingNow;
        return sentences.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", sentences));
    }

    private static Map<String, Long> since(Part part) {
        Map<String, Long> now = part.counts.snapshot();
        Map<String, Long> since = new TreeMap<>();
        now.forEach((reason, count) -> {
            long more = count - part.before.getOrDefault(reason, 0L);
            if (more > 0) {
                since.put(reason, more);
            }
        });
        part.before = now;
        return since;
    }
}
