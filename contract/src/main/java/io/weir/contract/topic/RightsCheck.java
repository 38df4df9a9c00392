package io.weir.contract.topic;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.resource.ResourceType;
import org.jspecify.annotations.Nullable;

/**
 * Asks Kafka which rights its client has. For groups, transactions and prefixes, the check detects
 * only whether there is any right at all.
 */
public final class RightsCheck {

    /** A client that has these rights to one of Weir's topics counts as having every right. */
    private static final Set<AclOperation> MASTERS = Set.of(AclOperation.DELETE, AclOperation.ALTER);

    private static final String SOME_NAME = "rights";

    private final Admin admin;
    private final List<Right> missing = new ArrayList<>();
    private boolean isMaster;

    private RightsCheck(Admin admin) {
        this.admin = admin;
    }

    /**
     * The rights that the client lacks. A topic that does not exist is not reported.
     *
     * @throws KafkaException if Kafka does not answer
     */
    public static List<Right> missing(Admin admin, ServiceRights rights) {
        RightsCheck check = new RightsCheck(admin);
        check.topics(rights.rights().stream()
                .filter(right -> right.on().resourceType() == ResourceType.TOPIC && !right.isPrefixed())
                .toList());
        if (!check.isMaster) {
            rights.rights().forEach(check::other);
        }
        return List.copyOf(check.missing);
    }

    private void topics(List<Right> rights) {
        Map<String, KafkaFuture<TopicDescription>> described = admin.describeTopics(
                        rights.stream().map(right -> right.on().name()).collect(Collectors.toSet()),
                        new DescribeTopicsOptions().includeAuthorizedOperations(true))
                .topicNameValues();
        for (Right right : rights) {
            answer(requireNonNull(described.get(right.on().name())), right)
                    .ifPresent(topic -> compare(right, topic.authorizedOperations()));
        }
    }

    /** Reports nothing if the broker does not return the allowed operations. */
    private void compare(Right right, @Nullable Set<AclOperation> allowed) {
        if (allowed == null) {
            return;
        }
        isMaster |= allowed.containsAll(MASTERS);
        List<AclOperation> lacking = right.operations().stream()
                .filter(operation -> !allowed.contains(operation))
                .toList();
        if (!lacking.isEmpty()) {
            missing.add(right.only(lacking));
        }
    }

    private void other(Right right) {
        String name = right.on().name();
        switch (right.on().resourceType()) {
            case GROUP -> answer(admin.listConsumerGroupOffsets(name).partitionsToOffsetAndMetadata(), right);
            case TRANSACTIONAL_ID ->
                answer(admin.describeTransactions(Set.of(name + SOME_NAME)).description(name + SOME_NAME), right);
            case TOPIC -> {
                if (right.isPrefixed()) {
                    answer(create(name + SOME_NAME), right);
                }
            }
            default -> throw new IllegalArgumentException("unknown kind of right " + right);
        }
    }

    /** Validates the creation of a topic without creating it. */
    private KafkaFuture<Void> create(String topic) {
        NewTopic made = new NewTopic(topic, Optional.of(1), Optional.empty());
        return admin.createTopics(List.of(made), new CreateTopicsOptions().validateOnly(true))
                .all();
    }

    /**
     * Records the right as missing if Kafka reports an authorization error. Any other answer, also
     * "no such topic", counts as access.
     */
    private <T> Optional<T> answer(KafkaFuture<T> asked, Right right) {
        try {
            return Optional.ofNullable(asked.get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                missing.add(right);
            } else if (e.getCause() instanceof RetriableException retriable
                    && !(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                throw retriable;
            }
            return Optional.empty();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
