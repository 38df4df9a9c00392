package io.weir.gateway.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A real mosquitto in a directory of its own, which keeps sessions and messages there. */
public final class MosquittoServer implements AutoCloseable {
    private static final String LOG = "mosquitto.log";
    private static final int CONNECT_WITHIN_MILLIS = 1_000;

    private final Path directory;
    private final int port;
    private Daemon server;

    private MosquittoServer(Path directory, int port) throws IOException {
        this.directory = directory;
        this.port = port;
        this.server = launch();
    }

    /**
     * Starts it; returns once it accepts connections.
     *
     * @param configuration lines for its configuration file, after those of the listener at this port
     */
    public static MosquittoServer start(Path directory, int port, String... configuration)
            throws IOException, InterruptedException {
        Files.createDirectories(directory);
        List<String> lines = new ArrayList<>(List.of(
                // Otherwise it changes to its own user, who may not write into the directory.
                "user " + System.getProperty("user.name"),
                "persistence true",
                "persistence_location " + directory + "/",
                "max_queued_messages 0",
                "max_queued_bytes 0",
                "log_dest file " + directory.resolve(LOG),
                "log_type error",
                "log_type warning",
                "log_type subscribe",
                "log_type unsubscribe"));
        // With it, a restarted mosquitto drops messages for sessions until they are resumed.
        if (Stream.of(configuration).anyMatch(line -> line.startsWith("listener"))) {
            lines.add("per_listener_settings true");
        }
        lines.addAll(List.of("listener " + port + " 127.0.0.1", "allow_anonymous true"));
        lines.addAll(List.of(configuration));
        Files.write(directory.resolve("mosquitto.conf"), lines);
        MosquittoServer started = new MosquittoServer(directory, port);
        try {
            started.awaitReady();
        } catch (IOException | InterruptedException | Error e) {
            started.close();
            throw e;
        }
        return started;
    }

    private Daemon launch() throws IOException {
        return Daemon.start(
                directory,
                List.of(
                        Daemon.find("mosquitto", "mosquitto").toString(),
                        "-c",
                        directory.resolve("mosquitto.conf").toString()));
    }

    private void awaitReady() throws IOException, InterruptedException {
        server.until("mosquitto accepts connections", () -> {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_WITHIN_MILLIS);
                return true;
            } catch (IOException e) {
                return false;
            }
        });
    }

    public int port() {
        return port;
    }

    /** Publishes with a real mosquitto_pub; returns once mosquitto has it. */
    public void publish(String topic, String payload, String... options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("-m", payload));
        arguments.addAll(List.of(options));
        run(topic, List.of(), arguments);
    }

    /** The same with the content of a file. */
    public void publish(String topic, Path payload) throws IOException, InterruptedException {
        run(topic, List.of(), List.of("-f", payload.toString()));
    }

    /** Publishes each text as a message of its own; returns once mosquitto has all. */
    public void publishEach(String topic, List<String> payloads, String... options)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("-l"));
        arguments.addAll(List.of(options));
        run(topic, payloads, arguments);
    }

    private void run(String topic, List<String> input, List<String> options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Daemon.find("mosquitto_pub", "mosquitto-clients").toString(),
                "-h",
                "127.0.0.1",
                "-p",
                Integer.toString(port),
                "-q",
                "1",
                "-t",
                topic));
        command.addAll(options);
        Process sender = new ProcessBuilder(command)
                .redirectOutput(Redirect.INHERIT)
                .redirectError(Redirect.INHERIT)
                .start();
        try (BufferedWriter writer = sender.outputWriter(UTF_8)) {
            for (String line : input) {
                writer.write(line + "\n");
            }
        }
        if (sender.waitFor() != 0) {
            throw new IOException("mosquitto_pub failed: " + command);
        }
    }

    /** How often a client has subscribed to this filter, or unsubscribed from it, so far. */
    public long subscriptions(String filter) {
        try (Stream<String> lines = Files.lines(directory.resolve(LOG))) {
            return lines.filter(line -> line.endsWith(" " + filter)).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends SIGKILL; returns when it is dead. */
    public void kill() {
        server.kill();
    }

    /** Lets it write everything to disk, and sends SIGKILL. */
    public void saveAndKill() throws IOException, InterruptedException {
        Path saved = directory.resolve("mosquitto.db");
        Files.deleteIfExists(saved);
        server.signal("USR1");
        server.until("mosquitto has saved", () -> Files.exists(saved));
        server.kill();
    }

    /** Starts it again, with its files. */
    public void restart() throws IOException, InterruptedException {
        server = launch();
        awaitReady();
    }

    /** Lets it write everything to disk and end; starts it again. */
    public void stopAndRestart() throws IOException, InterruptedException {
        server.close();
        restart();
    }

    @Override
    public void close() {
        server.kill();
    }
}
