package io.weir.contract.topic;

import static io.weir.contract.topic.Right.group;
import static io.weir.contract.topic.Right.groups;
import static io.weir.contract.topic.Right.groupsSeen;
import static io.weir.contract.topic.Right.topic;
import static io.weir.contract.topic.Right.topics;
import static io.weir.contract.topic.Right.transactions;
import static org.apache.kafka.common.acl.AclOperation.ALTER_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclBinding;

/**
 * All Kafka rights that a service needs once the topics of {@link Topics#declarations} exist.
 * Creating the topics needs further rights.
 *
 * @param service the name of its command, or {@link #OPERATOR}
 */
public record ServiceRights(String service, List<Right> rights) {

    /**
     * The user of the commands: inspects topics, sends alarm commands, publishes rules, and sets
     * the farm state.
     */
    public static final String OPERATOR = "operator";

    /** All services with rights, in the order of the data flow. */
    public static final List<String> SERVICES = List.of(
            "gateway",
            "processing",
            "alarming",
            "late",
            "writer",
            "notifier",
            "phoebus",
            "relay",
            "dashboard",
            OPERATOR);

    public ServiceRights {
        rights = List.copyOf(rights);
    }

    /** The rights of a service; empty for an unknown name. */
    public static ServiceRights of(String service, Topics topics) {
        List<Right> own = own(service, topics);
        return new ServiceRights(service, own.isEmpty() ? own : withDescribe(own, topics));
    }

    /**
     * The rights of the Phoebus service. They include the topics of a Phoebus alarm tree, which
     * have Phoebus' names.
     *
     * @param tree the {@code config-name} of the service
     */
    public static ServiceRights phoebus(String tree, Topics topics) {
        List<Right> all = new ArrayList<>(of("phoebus", topics).rights);
        all.add(topics(tree, CREATE, READ, WRITE, DESCRIBE_CONFIGS, ALTER_CONFIGS));
        return new ServiceRights("phoebus", all);
    }

    private static List<Right> own(String service, Topics topics) {
        String prefix = topics.prefix();
        return switch (service) {
            case "gateway" ->
                List.of(
                        topic(topics.raw(), WRITE),
                        topic(topics.rejected(), WRITE),
                        topic(topics.farmState(), READ),
                        topic(topics.clock(), WRITE),
                        groups(prefix + "weir-gateway-"));
            case "processing" ->
                List.of(
                        topic(topics.raw(), READ),
                        topic(topics.partials(), READ, WRITE),
                        topic(topics.storage(), WRITE),
                        topic(topics.live(), WRITE),
                        topic(topics.alarming(), WRITE),
                        topic(topics.rejected(), WRITE),
                        topic(topics.rules(), READ),
                        topics(prefix + "weir-processing-", CREATE, READ, WRITE),
                        group(prefix + "weir-processing"));
            case "alarming" -> alarming(topics);
            case "late" -> late(topics);
            case "writer" ->
                List.of(
                        topic(topics.storage(), READ),
                        topic(topics.events(), READ),
                        topic(topics.tiers(), READ, WRITE),
                        topic(topics.rules(), READ),
                        topic(topics.rejected(), READ, WRITE),
                        groups(prefix + "weir-writer"));
            case "notifier" ->
                List.of(
                        topic(topics.state(), READ),
                        topic(topics.events(), READ),
                        topic(topics.rejected(), WRITE),
                        group(prefix + "weir-notifier"));
            case "phoebus" ->
                List.of(
                        topic(topics.state(), READ),
                        topic(topics.commands(), WRITE),
                        topic(topics.rejected(), WRITE),
                        groups(prefix + "weir-phoebus-"));
            case "relay" -> relay(topics);
            case "dashboard" ->
                List.of(
                        topic(topics.live(), READ),
                        topic(topics.rejected(), READ, WRITE),
                        topic(topics.state(), READ),
                        topic(topics.events(), READ),
                        topic(topics.rules(), READ),
                        topic(topics.hosts(), READ, WRITE),
                        topic(topics.replies(), READ),
                        topic(topics.commands(), WRITE),
                        groupsSeen(prefix + "weir-"));
            case OPERATOR -> operator(topics);
            default -> List.of();
        };
    }

    private static List<Right> late(Topics topics) {
        return List.of(
                topic(topics.late(), READ, WRITE),
                topic(topics.raw(), WRITE),
                topic(topics.rules(), READ),
                group(topics.prefix() + "weir-late"),
                transactions(topics.prefix() + "weir-late"));
    }

    private static List<Right> relay(Topics topics) {
        return List.of(
                topic(topics.storage(), READ),
                topic(topics.live(), READ),
                topic(topics.alarming(), READ),
                topic(topics.events(), READ),
                topic(topics.state(), READ),
                topic(topics.rejected(), WRITE),
                groups(topics.prefix() + "weir-relay-"));
    }

    private static List<Right> alarming(Topics topics) {
        String prefix = topics.prefix();
        return List.of(
                topic(topics.alarming(), READ),
                topic(topics.conditions(), READ, WRITE),
                topic(topics.commands(), READ),
                topic(topics.farmState(), READ),
                topic(topics.actionReplies(), READ),
                topic(topics.rules(), READ),
                topic(topics.events(), WRITE),
                topic(topics.state(), WRITE),
                topic(topics.replies(), WRITE),
                topic(topics.actions(), WRITE),
                topic(topics.rejected(), READ, WRITE),
                topics(prefix + "weir-alarming-", CREATE, READ, WRITE),
                group(prefix + "weir-alarming"),
                transactions(prefix + "weir-alarming-"));
    }

    /**
     * Reads all declared topics and their settings. Publishing rules also writes markers to
     * {@code metrics.raw}.
     */
    private static List<Right> operator(Topics topics) {
        Set<String> written = Set.of(topics.rules(), topics.raw(), topics.commands(), topics.farmState());
        return names(topics)
                .map(name -> written.contains(name)
                        ? topic(name, READ, WRITE, DESCRIBE_CONFIGS)
                        : topic(name, READ, DESCRIBE_CONFIGS))
                .toList();
    }

    /** Each service checks at its start whether all topics exist. */
    private static List<Right> withDescribe(List<Right> own, Topics topics) {
        Set<String> described = new LinkedHashSet<>();
        own.forEach(right -> described.add(right.on().name()));
        List<Right> all = new ArrayList<>(own);
        names(topics).filter(name -> !described.contains(name)).forEach(name -> all.add(topic(name, DESCRIBE)));
        return all;
    }

    private static Stream<String> names(Topics topics) {
        return topics.declarations(1, (short) 1).stream().map(TopicDeclaration::name);
    }

    /** The Kafka bindings for a principal such as {@code User:weir-gateway}. */
    public List<AclBinding> bindings(String principal) {
        return rights.stream()
                .flatMap(right -> right.bindings(principal).stream())
                .toList();
    }

    /** The arguments after {@code kafka-acls.sh --add} and the principal, one entry per right. */
    public List<String> options() {
        return rights.stream().map(Right::options).toList();
    }
}
