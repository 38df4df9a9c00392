package io.weir.contract.topic;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Creates missing declared topics. Several services may do so concurrently. */
public final class TopicCreator {

    private static final Duration VISIBLE_WITHIN = Duration.ofSeconds(15);
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    private TopicCreator() {}

    /**
     * Returns once every declared topic exists and every partition has a leader. Existing topics
     * are not changed.
     *
     * @throws TopicMismatchException if a topic has another partition count than declared; the
     *     message names all such topics
     * @throws KafkaException if the broker does not answer in time (a retriable one) or refuses
     */
    public static void ensure(Admin admin, Collection<TopicDeclaration> declarations) {
        long deadlineNanos = System.nanoTime() + VISIBLE_WITHIN.toNanos();
        List<TopicDeclaration> missing = missing(admin, declarations);
        if (!missing.isEmpty()) {
            create(admin, missing);
        }
        while (!missing.isEmpty()) {
            if (System.nanoTime() > deadlineNanos) {
                throw new TimeoutException("created topics are still unknown to the broker after "
                        + VISIBLE_WITHIN.toSeconds() + " s: "
                        + missing.stream().map(TopicDeclaration::name).collect(Collectors.joining(", ")));
            }
            pause();
            missing = missing(admin, missing);
        }
        awaitLeaders(admin, declarations);
    }

    /**
     * A topic is visible before its partitions have leaders. If a producer begins in between, its
     * first request may be refused and a later one, already in flight, accepted. Seen with Kafka
     * 4.3.1: the first request then stays out of sequence for ever.
     */
    private static void awaitLeaders(Admin admin, Collection<TopicDeclaration> declarations) {
        Map<TopicPartition, OffsetSpec> ends = new LinkedHashMap<>();
        for (TopicDeclaration declared : declarations) {
            for (int partition = 0; partition < declared.partitions(); partition++) {
                ends.put(new TopicPartition(declared.name(), partition), OffsetSpec.latest());
            }
        }
        try {
            // Only a leader answers; the client retries until there is one or the timeout expires.
            admin.listOffsets(ends).all().get();
        } catch (ExecutionException e) {
            throw asKafkaException(e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** Checks the partition counts of existing topics and returns the missing topics. */
    private static List<TopicDeclaration> missing(Admin admin, Collection<TopicDeclaration> declarations) {
        Map<String, TopicDeclaration> byName = new LinkedHashMap<>();
        declarations.forEach(declared -> byName.put(declared.name(), declared));
        Map<String, KafkaFuture<TopicDescription>> described =
                admin.describeTopics(byName.keySet()).topicNameValues();
        List<TopicDeclaration> missing = new ArrayList<>();
        List<String> mistakes = new ArrayList<>();
        for (TopicDeclaration declared : byName.values()) {
            try {
                int partitions = requireNonNull(described.get(declared.name()))
                        .get()
                        .partitions()
                        .size();
                if (partitions != declared.partitions()) {
                    mistakes.add(mistake(declared, partitions));
                }
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw asKafkaException(e);
                }
                missing.add(declared);
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
        }
        if (!mistakes.isEmpty()) {
            throw new TopicMismatchException(mistakes);
        }
        return missing;
    }

    private static String mistake(TopicDeclaration declared, int partitions) {
        String remedy = declared.partitions() == 1
                ? "delete it (its records are lost) so that it is created anew, or use another topic prefix"
                : "set kafka.partitions to " + partitions
                        + " in every service, or use another topic prefix, or delete the"
                        + " metrics.* topics together with the weir-*-changelog topics, whose state counts their offsets"
                        + " (records and state are lost)";
        return "topic " + declared.name() + " has " + partitions + " partition" + (partitions == 1 ? "" : "s")
                + ", but " + declared.partitions() + " are configured: " + remedy;
    }

    private static void create(Admin admin, List<TopicDeclaration> missing) {
        Map<String, KafkaFuture<Void>> created = admin.createTopics(
                        missing.stream().map(TopicDeclaration::toNewTopic).toList())
                .values();
        for (KafkaFuture<Void> topic : created.values()) {
            try {
                topic.get();
            } catch (ExecutionException e) {
                // Another service was faster; the next check compares its declaration.
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw asKafkaException(e);
                }
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
        }
    }

    private static KafkaException asKafkaException(ExecutionException e) {
        return e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
    }

    private static void pause() {
        try {
            TimeUnit.NANOSECONDS.sleep(LOOK_EVERY.toNanos());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
