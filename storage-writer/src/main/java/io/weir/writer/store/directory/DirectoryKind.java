package io.weir.writer.store.directory;

import io.weir.writer.store.TargetKind;
import java.io.IOException;

/**
 * A store that is files in a directory: how its address looks, what it can do, and how a partition is opened.
 *
 * @param <U> its addresses
 */
public interface DirectoryKind<U extends DirectoryUrl> extends TargetKind<U> {

    /**
     * Reads an address with its scheme.
     *
     * @throws io.weir.contract.config.Refusal with the error and the expected form
     */
    U parse(String text);

    /**
     * Completes what a crash has interrupted, and removes what it left half done.
     *
     * @param topicId Kafka's id of the topic, which a later topic of the same name does not have
     * @throws IOException also if another process writes this partition into the same directory
     */
    PartitionFiles open(U url, String topic, String topicId, int partition) throws IOException;
}
