package io.weir.gateway.topic;

import org.jspecify.annotations.Nullable;

/**
 * Tells a topic from one of the same name that was made anew, and its offsets from those that it had before it lost its end. It is
 * committed with the offsets.
 *
 * @param topicId Kafka's id of the topic; its name where Kafka has no ids
 * @param generation how often the topic has lost its end, so that offsets were given a second time
 */
record SourceLog(String topicId, int generation) {

    /** Reads what was committed; null if it says nothing. */
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

    /** What is to be committed. */
    String text() {
        return topicId + "/" + generation;
    }

    /** The same after it has lost its end. */
    SourceLog next() {
        return new SourceLog(topicId, generation + 1);
    }

    /** Names what a partition's offsets count, for whoever remembers which of them it has had. */
    String origin(int partition, String group) {
        return topicId + "/" + partition + (generation == 0 ? "" : "." + generation) + "/" + group;
    }
}
