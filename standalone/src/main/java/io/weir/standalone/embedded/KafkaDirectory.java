package io.weir.standalone.embedded;

import io.weir.contract.service.StartException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * The directory of the embedded broker. It is formatted as a new cluster once, and later recognized
 * by its meta.properties.
 */
public final class KafkaDirectory {
    private KafkaDirectory() {}

    /**
     * Creates a new cluster in the directory, unless it already contains one.
     *
     * @param directory created if missing
     * @throws StartException if the directory contains a damaged or a foreign cluster
     */
    public static void format(Path directory, int nodeId, String controllerListener) throws Exception {
        Files.createDirectories(directory);
        Path meta = directory.resolve("meta.properties");
        // The formatter writes this file last, so an interrupted format is simply repeated.
        if (Files.exists(meta)) {
            requireOurs(meta, nodeId);
            return;
        }
        new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .setNodeId(nodeId)
                .setClusterId(Uuid.randomUuid().toString())
                .setControllerListenerName(controllerListener)
                .setMetadataLogDirectory(directory.toString())
                .addDirectory(directory.toString())
                .setHasDynamicQuorum(false)
                .run();
    }

    private static void requireOurs(Path meta, int nodeId) throws Exception {
        Properties read = new Properties();
        try (InputStream in = Files.newInputStream(meta)) {
            read.load(in);
        }
        String node = read.getProperty("node.id", "");
        boolean isWhole = !node.isEmpty() && !read.getProperty("cluster.id", "").isEmpty();
        if (!isWhole) {
            throw new StartException(meta
                    + " is damaged: it has no node.id or no cluster.id. Restore it from a copy, name"
                    + " another --data directory, or, if its data may be lost, remove " + meta.getParent());
        }
        if (!node.equals(Integer.toString(nodeId))) {
            throw new StartException(meta + " belongs to another Kafka, node " + node
                    + ": name another --data directory, or connect to that Kafka with --bootstrap");
        }
    }
}
