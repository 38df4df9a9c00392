package io.weir.standalone.topic;

import io.weir.contract.topic.ServiceRights;
import io.weir.contract.topic.TopicDeclaration;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Creates topics and grants rights as commands of Kafka's own tools, for operators who want to read
 * them first.
 */
final class AclScript {
    private final String connection;

    AclScript(String bootstrap) {
        this.connection = "--bootstrap-server " + quoted(bootstrap) + " --command-config \"$ADMIN\"";
    }

    /** The head of the script. */
    String head() {
        return """
                #!/bin/sh
                # Topics and rights of Weir, by Kafka's own tools. ADMIN names a file of client settings that may create both.
                set -eu
                : "${ADMIN:?}"
                """;
    }

    /** Creates a topic, unless it exists. */
    String topic(TopicDeclaration topic) {
        return "kafka-topics.sh " + connection + " --create --if-not-exists --topic " + topic.name() + " --partitions "
                + topic.partitions() + " --replication-factor " + topic.replication()
                + new TreeMap<>(topic.configs())
                        .entrySet().stream()
                                .map(each -> " --config " + each.getKey() + "=" + each.getValue())
                                .collect(Collectors.joining());
    }

    /** Grants a service its rights. */
    List<String> rights(ServiceRights rights, String principal) {
        return rights.options().stream()
                .map(options ->
                        "kafka-acls.sh " + connection + " --add --allow-principal " + quoted(principal) + " " + options)
                .toList();
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
