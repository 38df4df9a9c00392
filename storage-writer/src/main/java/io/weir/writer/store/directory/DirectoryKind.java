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
     * @param log names the log of the partition: {@link PartitionLog#name}
     * @throws IOException also if another process writes this partition into the same directory
     */
    PartitionFiles open(U url, String topic, String log, int partition) throws IOException;
}
