package io.weir.writer;

import io.weir.writer.store.directory.DirectoryUrl;
import io.weir.writer.store.directory.PartitionFiles;
import io.weir.writer.store.directory.PartitionLog;
import io.weir.writer.stores.Stores;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Adds records to the files of a directory: routes and counts their lines, and keeps those refused.
 * Used by one thread.
 */
final class DirectoryTarget {
    private final DirectoryUrl url;
    private final Router router;
    private final Translation translation;
    private final Rejects rejects;
    private final WriterMeters meters;
    private final CountDownLatch ending;
    private final RefusalLog refusals;
    private boolean hasRefused;
    private boolean isStopping;

    /** A partition: the log of its records, and their files. */
    record Partition(PartitionLog log, PartitionFiles files) {}

    /** @param ending stops waiting for Kafka once it is open */
    DirectoryTarget(
            DirectoryUrl url,
            Router router,
            Translation translation,
            Rejects rejects,
            WriterMeters meters,
            CountDownLatch ending) {
        this.url = url;
        this.router = router;
        this.translation = translation;
        this.rejects = rejects;
        refusals = new RefusalLog(System.nanoTime(), rejects.keeper());
        this.meters = meters;
        this.ending = ending;
    }

    long everyNanos() {
        return url.every().toNanos();
    }

    long memory() {
        return url.memory();
    }

    /** @throws IOException if the directory does not exist and cannot be created, or cannot be written */
    void check() throws IOException {
        Files.createDirectories(url.directory());
        if (!Files.isWritable(url.directory())) {
            throw new AccessDeniedException(url.directory().toString());
        }
    }

    Partition open(String topicId, TopicPartition partition) throws IOException {
        PartitionLog log = PartitionLog.read(url.control(), topicId, partition.partition());
        return new Partition(log, Stores.openPartition(url, partition.topic(), log.name(), partition.partition()));
    }

    /** @param count number of lines, or -1 if unknown */
    void add(Partition partition, ConsumerRecord<byte[], byte[]> read, int count) {
        PartitionFiles files = partition.files();
        byte[] lines = translation.lines(read);
        if (lines.length > 0) {
            router.split(
                    lines,
                    count,
                    (place, bytes, from, to, pieceLines) -> files.add(
                            bytes, from, to, (start, end, reason) -> refuse(bytes, start, end, reason, read)));
        }
        partition.log().add(read.offset(), read.leaderEpoch().orElse(PartitionLog.UNKNOWN));
        files.endAt(read.offset() + 1);
    }

    /** Waits until refused lines are safe. */
    void keepRefused() {
        if (hasRefused && !isStopping) {
            isStopping = !rejects.flush(ending);
            hasRefused = isStopping;
        }
        refusals.flush(System.nanoTime());
    }

    /** Writes the lines in memory; returns the offset after them. */
    long complete(Partition partition) throws IOException {
        PartitionFiles files = partition.files();
        keepRefused();
        if (hasRefused) {
            // The flush has discarded them: their range must be read again.
            throw new IOException("stopping before refused lines are safe");
        }
        long began = System.nanoTime();
        long lines = files.lines();
        partition.log().save(files.next());
        long next = files.complete();
        meters.wrote(System.nanoTime() - began);
        meters.delivered(Math.toIntExact(lines));
        return next;
    }

    private void refuse(byte[] bytes, int from, int to, String reason, ConsumerRecord<byte[], byte[]> read) {
        byte[] line = Arrays.copyOfRange(bytes, from, to);
        String text = BatchDelivery.TABLE_REFUSED + ": " + reason;
        meters.rejected(BatchDelivery.TABLE_REFUSED);
        refusals.refused(line, text);
        rejects.keep(line, text, read.partition() + "/" + read.offset());
        hasRefused = true;
    }
}
