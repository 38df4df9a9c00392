package io.weir.standalone.crash;

import java.io.File;
import java.io.FileFilter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.jspecify.annotations.Nullable;

/** The changelogs of a broker as its administrator sees them. */
public record Changelogs(Admin admin) {

    /** Changes settings of all of them. */
    public void set(Map<String, String> settings) throws ExecutionException, InterruptedException {
        List<AlterConfigOp> operations = settings.entrySet().stream()
                .map(each ->
                        new AlterConfigOp(new ConfigEntry(each.getKey(), each.getValue()), AlterConfigOp.OpType.SET))
                .toList();
        Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
        for (String topic : admin.listTopics().names().get()) {
            if (topic.endsWith("-changelog")) {
                changes.put(new ConfigResource(ConfigResource.Type.TOPIC, topic), operations);
            }
        }
        if (changes.isEmpty()) {
            throw new IllegalStateException("there is no changelog");
        }
        admin.incrementalAlterConfigs(changes).all().get();
    }

    /**
     * Limits the rate at which each client reads.
     *
     * @param bytesPerSecond null for no limit
     */
    void throttleReaders(@Nullable Double bytesPerSecond) throws ExecutionException, InterruptedException {
        Map<String, String> everyClient = new HashMap<>();
        everyClient.put(ClientQuotaEntity.CLIENT_ID, null);
        admin.alterClientQuotas(List.of(new ClientQuotaAlteration(
                        new ClientQuotaEntity(everyClient),
                        List.of(new ClientQuotaAlteration.Op("consumer_byte_rate", bytesPerSecond)))))
                .all()
                .get();
    }

    /**
     * The size of their segments in a directory of a broker, without those that Kafka is about to
     * delete.
     */
    long bytes(Path logs) {
        return Stream.of(files(logs.toFile(), each -> each.getName().contains("-changelog-")))
                .flatMap(partition ->
                        Stream.of(files(partition, each -> each.getName().endsWith(".log"))))
                .mapToLong(File::length)
                .sum();
    }

    /** Empty if the directory was deleted meanwhile. */
    private static File[] files(File directory, FileFilter filter) {
        return Objects.requireNonNullElse(directory.listFiles(filter), new File[0]);
    }
}
