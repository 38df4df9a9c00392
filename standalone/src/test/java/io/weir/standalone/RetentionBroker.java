package io.weir.standalone;

import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.standalone.embedded.KafkaDirectory;
import io.weir.standalone.embedded.KafkaNode;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The broker of {@code weir up}, which applies retention five times a second. Kafka does so every five
 * minutes.
 */
final class RetentionBroker implements AutoCloseable {
    private final KafkaNode node;
    private final String bootstrap;

    private RetentionBroker(KafkaNode node, String bootstrap) {
        this.node = node;
        this.bootstrap = bootstrap;
    }

    /** Returns when clients can connect. */
    static RetentionBroker start(Path directory) throws Exception {
        int port = FreePorts.next();
        Map<String, String> settings = new HashMap<>(EmbeddedBroker.settings(directory, port, FreePorts.next()));
        settings.put("log.retention.check.interval.ms", "200");
        settings.put("log.initial.task.delay.ms", "0");
        KafkaDirectory.format(directory, EmbeddedBroker.NODE_ID, EmbeddedBroker.CONTROLLER);
        KafkaNode node = new KafkaNode(EmbeddedBroker.NODE_ID, settings);
        node.start();
        return new RetentionBroker(node, EmbeddedBroker.HOST + ":" + port);
    }

    String bootstrap() {
        return bootstrap;
    }

    @Override
    public void close() {
        node.close();
    }
}
