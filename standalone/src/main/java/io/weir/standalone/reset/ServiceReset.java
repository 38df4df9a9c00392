package io.weir.standalone.reset;

import io.weir.contract.service.StartException;
import io.weir.contract.streams.StateCheck;
import io.weir.contract.topic.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Deletes the state of a service in Kafka, so that the service starts without state. The
 * constructor lists the state once.
 */
final class ServiceReset {

    private final Admin admin;
    private final String service;
    private final String group;
    private final boolean isFromBeginning;
    private final Set<String> topics = new TreeSet<>();
    private final Map<TopicPartition, OffsetAndMetadata> offsets;

    ServiceReset(Admin admin, Topics names, String service, boolean isFromBeginning)
            throws ExecutionException, InterruptedException {
        this.admin = admin;
        this.service = service;
        this.group = names.prefix() + "weir-" + service;
        this.isFromBeginning = isFromBeginning;
        for (String topic : admin.listTopics().names().get()) {
            boolean isChangelog = topic.startsWith(group + "-") && topic.endsWith("-changelog");
            // The states of forgotten alarms would otherwise stay visible forever.
            if (isChangelog || (service.equals("alarming") && topic.equals(names.state()))) {
                topics.add(topic);
            }
        }
        this.offsets = admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get();
    }

    /** The steps, described for people. */
    List<String> plan() {
        List<String> plan = new ArrayList<>();
        topics.forEach(topic -> plan.add("delete topic " + topic));
        if (!offsets.isEmpty()) {
            plan.add(
                    isFromBeginning
                            ? "delete group " + group + ": it reads its topics from their beginning"
                            : "mark the offsets of group " + group + ": it continues there, without state");
        }
        if (service.equals("alarming") && !topics.isEmpty()) {
            plan.add("restart the numbers of alarm transitions at #1: before alarming starts, empty the"
                    + " control system's list of done keys, and undo actions that are still active");
        }
        if (plan.isEmpty()) {
            plan.add("nothing to discard: there is no state of group " + group);
        }
        return plan;
    }

    void run() throws ExecutionException, InterruptedException {
        requireStopped();
        if (!topics.isEmpty()) {
            admin.deleteTopics(topics).all().get();
        }
        if (offsets.isEmpty()) {
            return;
        }
        if (isFromBeginning) {
            admin.deleteConsumerGroups(List.of(group)).all().get();
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> marked = new HashMap<>();
        offsets.forEach((partition, offset) ->
                marked.put(partition, new OffsetAndMetadata(offset.offset(), StateCheck.GIVEN_UP)));
        admin.alterConsumerGroupOffsets(group, marked).all().get();
    }

    private void requireStopped() throws ExecutionException, InterruptedException {
        if (offsets.isEmpty()) {
            return;
        }
        int members = admin.describeConsumerGroups(List.of(group))
                .all()
                .get()
                .values()
                .iterator()
                .next()
                .members()
                .size();
        if (members > 0) {
            throw new StartException("group " + group + " has " + members
                    + " members: stop all instances of the service, and wait until Kafka removes them from"
                    + " the group");
        }
    }
}
