package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import io.weir.gateway.testing.PluginJarFile;
import io.weir.writer.store.StoreKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The example of {@code docs/stores-own.md} as a jar, and a server that accepts its lines. */
public final class ExampleStore implements AutoCloseable {
    private static final Path SOURCE = Path.of("..", "docs", "examples", "own-store", "PostedLines.java");

    private final Path plugins;
    private final HttpServer server;
    private final List<String> received = new CopyOnWriteArrayList<>();

    /** @param directory for the jar and its classes */
    public ExampleStore(Path directory) throws IOException {
        plugins = Files.createDirectory(directory.resolve("plugins"));
        PluginJarFile.build(
                plugins.resolve("lines.jar"),
                SOURCE,
                Files.createDirectory(directory.resolve("classes")),
                StoreKind.class,
                "PostedLines");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            received.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
    }

    /** Adds a jar that is not a plugin. */
    public void addBroken() throws IOException {
        Files.writeString(plugins.resolve("broken.jar"), "no jar");
    }

    /** The directory with the jar. */
    public Path plugins() {
        return plugins;
    }

    /** The address of the server as a store. */
    public String url() {
        return "lines://127.0.0.1:" + server.getAddress().getPort() + "/metrics";
    }

    /** The bodies of all writes. */
    public List<String> received() {
        return List.copyOf(received);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
