package io.weir.gateway.kafka;

/**
 * Distinguishes a topic from a recreated one of the same name, and its offsets from those before it
 * lost its end.
 *
 * @param topicId Kafka's id of the topic; its name where Kafka has no ids
 * @param generation how often the topic lost its end, so that offsets were used again
 */
record SourceLog(String topicId, int generation) {
    /** The same log after it has lost its end. */
    SourceLog next() {
        return new SourceLog(topicId, generation + 1);
    }

    /** Name of a partition's log, by which consumers track the offsets that they have received. */
    String origin(int partition, String group) {
        return topicId + "/" + partition + (generation == 0 ? "" : "." + generation) + "/" + group;
    }
}
