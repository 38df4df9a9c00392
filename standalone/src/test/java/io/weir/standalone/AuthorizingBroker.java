package io.weir.standalone;

import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.standalone.embedded.KafkaDirectory;
import io.weir.standalone.embedded.KafkaNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;

/**
 * The broker of {@code weir up} with Kafka's authorizer. All clients have all rights until
 * {@link Rights} takes some.
 */
public final class AuthorizingBroker implements AutoCloseable {

    private final KafkaNode node;
    private final String bootstrap;

    private AuthorizingBroker(KafkaNode node, String bootstrap) {
        this.node = node;
        this.bootstrap = bootstrap;
    }

    /** Returns when clients can connect; its directory survives restarts. */
    public static AuthorizingBroker start(Path directory, int port, int controllerPort) throws Exception {
        Map<String, String> settings = new HashMap<>(EmbeddedBroker.settings(directory, port, controllerPort));
        settings.put("authorizer.class.name", StandardAuthorizer.class.getName());
        // A process may resolve this name to its own Link.
        settings.put("advertised.listeners", "PLAINTEXT://localhost:" + port);
        settings.put("allow.everyone.if.no.acl.found", "true");
        KafkaDirectory.format(directory, EmbeddedBroker.NODE_ID, EmbeddedBroker.CONTROLLER);
        KafkaNode node = new KafkaNode(EmbeddedBroker.NODE_ID, settings);
        node.start();
        return new AuthorizingBroker(node, EmbeddedBroker.HOST + ":" + port);
    }

    String bootstrap() {
        return bootstrap;
    }

    @Override
    public void close() {
        node.close();
    }
}
