package io.weir.gateway.publish;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Describes the topics whose records Kafka does not accept, and why. */
final class Troubles {
    private Troubles() {}

    /** Partitions of one topic that fail for the same reason. */
    private record Trouble(String topic, @Nullable String why) {
        String text(long lanes, long ofTopic) {
            String records = topic + (lanes == ofTopic ? "" : " (" + lanes + " of " + ofTopic + " partitions)");
            return why == null ? "does not acknowledge " + records : "refuses " + records + ": " + why;
        }
    }

    /**
     * For example {@code refuses metrics.raw: Not authorized}. Empty if there is no trouble, or if
     * Kafka does not answer at all.
     */
    static String text(List<Lane> lanes, long nowNanos) {
        Map<Trouble, Long> troubles = new LinkedHashMap<>();
        boolean isSilent = true;
        for (Lane lane : lanes) {
            if (lane.isInTrouble(nowNanos)) {
                isSilent &= lane.refusal() == null;
                troubles.merge(new Trouble(lane.topic(), lane.refusal()), 1L, Long::sum);
            } else {
                isSilent &= lane.isEmpty();
            }
        }
        if (isSilent) {
            return "";
        }
        List<String> texts = new ArrayList<>();
        troubles.forEach((trouble, count) -> texts.add(trouble.text(
                count,
                lanes.stream()
                        .filter(lane -> lane.topic().equals(trouble.topic))
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
