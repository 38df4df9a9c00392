package io.weir.standalone;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.apache.kafka.common.record.internal.Records;

/** Makes the files of a stopped broker as after a power loss. */
final class LostEnd {
    private LostEnd() {}

    /**
     * As if the system had written neither the last records of partition 0 nor what Kafka remembers of them.
     *
     * @param directory that of the broker
     * @param batches how many remain
     */
    static void cut(Path directory, String topic, int batches) throws IOException {
        for (String file :
                List.of(".kafka_cleanshutdown", "recovery-point-offset-checkpoint", "replication-offset-checkpoint")) {
            Files.deleteIfExists(directory.resolve(file));
        }
        Path segment = directory.resolve(topic + "-0").resolve("00000000000000000000.log");
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long end = 0;
            for (int batch = 0; batch < batches; batch++) {
                end += Records.LOG_OVERHEAD + batchSize(channel, end);
            }
            channel.truncate(end);
        }
    }

    private static int batchSize(FileChannel channel, long at) throws IOException {
        ByteBuffer size = ByteBuffer.allocate(Integer.BYTES);
        channel.read(size, at + Records.SIZE_OFFSET);
        return size.getInt(0);
    }
}
