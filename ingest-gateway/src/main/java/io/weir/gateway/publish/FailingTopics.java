package io.weir.gateway.publish;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Describes the topics whose records Kafka does not accept, and why. */
final class FailingTopics {
    private FailingTopics() {}

    /** Partitions of one topic that fail for the same reason. */
    private record Failure(String topic, @Nullable String why) {
        String text(long lanes, long ofTopic) {
            String records = topic + (lanes == ofTopic ? "" : " (" + lanes + " of " + ofTopic + " partitions)");
            return why == null ? "does not acknowledge " + records : "refuses " + records + ": " + why;
        }
    }

    /**
     * For example {@code refuses metrics.raw: Not authorized}. Empty if there is no failure, or if
     * Kafka does not answer at all.
     */
    static String text(List<Lane> lanes, long nowNanos) {
        Map<Failure, Long> failures = new LinkedHashMap<>();
        boolean isSilent = true;
        for (Lane lane : lanes) {
            if (lane.isInTrouble(nowNanos)) {
                isSilent &= lane.refusal() == null;
                failures.merge(new Failure(lane.topic(), lane.refusal()), 1L, Long::sum);
            } else {
                isSilent &= lane.isEmpty();
            }
        }
        if (isSilent) {
            return "";
        }
        List<String> texts = new ArrayList<>();
        failures.forEach((failure, count) -> texts.add(failure.text(
                count,
                lanes.stream()
                        .filter(lane -> lane.topic().equals(failure.topic))
                        .count())));
        return String.join(", ", texts);
    }

    /**
     * The reason of a producer that makes no progress, such as an unknown topic; empty if it gives
     * none.
     */
    static String hint(List<Lane> lanes, long nowNanos) {
        for (Lane lane : lanes) {
            String why = lane.whyNotNow();
            if (why != null && !why.isEmpty() && lane.isInTrouble(nowNanos)) {
                return why;
            }
        }
        return "";
    }
}
