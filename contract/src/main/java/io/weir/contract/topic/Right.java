package io.weir.contract.topic;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * One Kafka permission that a service needs.
 *
 * @param on a topic, a group or a transactional id; or, if the pattern is prefixed, all names with
 *     that prefix
 * @param operations in display order; read and write imply describe
 */
public record Right(ResourcePattern on, List<AclOperation> operations) {
    private static final String ANY_HOST = "*";

    public Right {
        operations = List.copyOf(operations);
    }

    static Right topic(String name, AclOperation... operations) {
        return literal(ResourceType.TOPIC, name, operations);
    }

    static Right topics(String prefix, AclOperation... operations) {
        return prefixed(ResourceType.TOPIC, prefix, operations);
    }

    /** Membership of one consumer group. */
    static Right group(String name) {
        return literal(ResourceType.GROUP, name, AclOperation.READ);
    }

    /** Membership of all consumer groups with a prefix. */
    static Right groups(String prefix) {
        return prefixed(ResourceType.GROUP, prefix, AclOperation.READ);
    }

    /** Describing all consumer groups with a prefix. */
    static Right groupsSeen(String prefix) {
        return prefixed(ResourceType.GROUP, prefix, AclOperation.DESCRIBE);
    }

    /** Transactions whose ids have a prefix. */
    static Right transactions(String prefix) {
        return prefixed(ResourceType.TRANSACTIONAL_ID, prefix, AclOperation.WRITE);
    }

    private static Right literal(ResourceType type, String name, AclOperation... operations) {
        return new Right(new ResourcePattern(type, name, PatternType.LITERAL), List.of(operations));
    }

    private static Right prefixed(ResourceType type, String name, AclOperation... operations) {
        return new Right(new ResourcePattern(type, name, PatternType.PREFIXED), List.of(operations));
    }

    /** Whether the right covers all names with a prefix. */
    public boolean isPrefixed() {
        return on.patternType() == PatternType.PREFIXED;
    }

    /** The Kafka bindings for a principal such as {@code User:weir-gateway}. */
    List<AclBinding> bindings(String principal) {
        return operations.stream()
                .map(operation -> new AclBinding(
                        on, new AccessControlEntry(principal, ANY_HOST, operation, AclPermissionType.ALLOW)))
                .toList();
    }

    /**
     * The options of Kafka's own {@code kafka-acls.sh}, such as
     * {@code --operation Read --topic metrics.raw}.
     */
    String options() {
        return operations.stream()
                        .map(operation -> "--operation " + capitalised(operation))
                        .collect(Collectors.joining(" "))
                + (isPrefixed() ? " --resource-pattern-type prefixed --" : " --")
                + kind().replace(' ', '-') + " " + on.name();
    }

    /** The resource, such as {@code topic metrics.raw}, or {@code group weir-writer*}. */
    public String resource() {
        return kind() + " " + on.name() + (isPrefixed() ? "*" : "");
    }

    /** The operations, such as {@code read, write}. */
    public String verbs() {
        return operations.stream().map(Right::verb).collect(Collectors.joining(", "));
    }

    /** The same right with fewer operations. */
    Right only(List<AclOperation> some) {
        return new Right(on, some);
    }

    private String kind() {
        return on.resourceType().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String verb(AclOperation operation) {
        return operation.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String capitalised(AclOperation operation) {
        return operation.name().charAt(0) + operation.name().substring(1).toLowerCase(Locale.ROOT);
    }
}
