package io.weir.standalone.cluster;

import io.weir.contract.topic.Topics;
import io.weir.standalone.Rights;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.jspecify.annotations.Nullable;

/** Changes how Kafka accepts or serves requests of running services, and reverts the change. */
record Administrator(Admin admin, Topics topics, String gateway) {

    /**
     * A batch of {@link FarmLoad} exceeds the first limit; many batches in one request exceed the
     * second.
     */
    private static final String[] SMALL_BYTES = {"1000", "20000"};

    /** Less than {@link FarmLoad} sends, compressed. */
    private static final double SLOW_BYTES_PER_SECOND = 10_000;

    private static final String READ = "consumer_byte_rate";
    private static final String WRITTEN = "producer_byte_rate";

    /** A change that is active until it is reverted. */
    record Change(String name, Undo undo) {}

    /** Reverts a change. */
    interface Undo {
        void run() throws Exception;
    }

    /** Changes a setting of {@code metrics.raw}, or the quota of the gateway. */
    Change change(Random random) throws Exception {
        if (random.nextBoolean()) {
            return setting("max.message.bytes", SMALL_BYTES[random.nextInt(SMALL_BYTES.length)]);
        }
        return throttle(Set.of(), 0, Set.of("weir-gateway-" + gateway), SLOW_BYTES_PER_SECOND);
    }

    /** Limits the bytes a second that each of these consumers reads and each of these producers writes, by client id. */
    Change throttle(Set<String> consumers, double read, Set<String> producers, double written) throws Exception {
        quota(consumers, READ, read);
        quota(producers, WRITTEN, written);
        return new Change("quota of " + producers, () -> {
            quota(consumers, READ, null);
            quota(producers, WRITTEN, null);
        });
    }

    /** Takes a right from the services that use it. */
    Change takeRight(Random random) throws Exception {
        AclOperation operation = random.nextBoolean() ? AclOperation.WRITE : AclOperation.READ;
        List<String> those = List.of(topics.raw(), topics.storage(), topics.alarming());
        String topic = those.get(random.nextInt(those.size()));
        Rights rights = new Rights(admin);
        rights.take(operation, topic);
        return new Change("no right to " + operation + " " + topic, () -> rights.giveBack(operation, topic));
    }

    /**
     * Deletes the records that processing and alarming have consumed and committed, as a short retention
     * does. {@code metrics.storage} keeps all, since {@link ResultLog} reads it.
     *
     * @return how many were deleted
     */
    long deleteConsumed() throws Exception {
        return deleteConsumed("weir-processing", topics.raw()) + deleteConsumed("weir-alarming", topics.alarming());
    }

    private long deleteConsumed(String group, String topic) throws Exception {
        Map<TopicPartition, RecordsToDelete> consumed = new HashMap<>();
        Map<TopicPartition, OffsetSpec> earliest = new HashMap<>();
        long deleted = 0;
        var committed = admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get();
        for (TopicPartition partition : committed.keySet()) {
            if (partition.topic().equals(topic)) {
                long offset = committed.get(partition).offset();
                consumed.put(partition, RecordsToDelete.beforeOffset(offset));
                earliest.put(partition, OffsetSpec.earliest());
                deleted += offset;
            }
        }
        for (var begin : admin.listOffsets(earliest).all().get().values()) {
            deleted -= begin.offset();
        }
        admin.deleteRecords(consumed).all().get();
        return deleted;
    }

    private Change setting(String name, String value) throws Exception {
        alter(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET));
        return new Change(
                name + "=" + value,
                () -> alter(new AlterConfigOp(new ConfigEntry(name, ""), AlterConfigOp.OpType.DELETE)));
    }

    private void alter(AlterConfigOp operation) throws Exception {
        admin.incrementalAlterConfigs(
                        Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topics.raw()), List.of(operation)))
                .all()
                .get();
    }

    /** @param bytesPerSecond null for no quota */
    private void quota(Set<String> clients, String direction, @Nullable Double bytesPerSecond) throws Exception {
        var limit = List.of(new ClientQuotaAlteration.Op(direction, bytesPerSecond));
        admin.alterClientQuotas(clients.stream()
                        .map(id -> new ClientQuotaEntity(Map.of(ClientQuotaEntity.CLIENT_ID, id)))
                        .map(client -> new ClientQuotaAlteration(client, limit))
                        .toList())
                .all()
                .get();
    }
}
