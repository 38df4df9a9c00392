package io.weir.gateway.kafka;

import org.jspecify.annotations.Nullable;

/**
 * Distinguishes a topic from a recreated one of the same name, and its offsets from those before it
 * lost its end. Committed with the offsets.
 *
 * @param topicId Kafka's id of the topic; its name where Kafka has no ids
 * @param generation how often the topic lost its end, so that offsets were used again
 */
record SourceLog(String topicId, int generation) {

    /** Parses committed metadata; null if it is not in this format. */
    static @Nullable SourceLog read(@Nullable String committed) {
        int slash = committed == null ? -1 : committed.lastIndexOf('/');
        if (committed == null || slash < 1) {
            return null;
        }
        try {
            return new SourceLog(committed.substring(0, slash), Integer.parseInt(committed.substring(slash + 1)));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** The metadata to commit. */
    String text() {
        return topicId + "/" + generation;
    }

    /** The same log after it has lost its end. */
    SourceLog next() {
        return new SourceLog(topicId, generation + 1);
    }

    /** Name of a partition's log, by which consumers track the offsets that they have received. */
    String origin(int partition, String group) {
        return topicId + "/" + partition + (generation == 0 ? "" : "." + generation) + "/" + group;
    }
}
