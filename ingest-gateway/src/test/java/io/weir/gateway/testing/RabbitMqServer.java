package io.weir.gateway.testing;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;

/** A real RabbitMQ in a directory of its own. */
public final class RabbitMqServer implements AutoCloseable {
    /** The program on Debian's path changes to the user of the service. */
    private static final Path DEBIANS = Path.of("/usr/lib/rabbitmq/bin/rabbitmq-server");

    private final Path directory;
    private final Path program;
    private final int port;
    private final Daemon names;
    private final Map<String, String> environment;
    private Daemon server;

    private RabbitMqServer(Path directory, IntSupplier freePorts) throws IOException, InterruptedException {
        Path found = Daemon.find("rabbitmq-server", "rabbitmq-server");
        this.program = Files.isExecutable(DEBIANS) ? DEBIANS : found;
        this.directory = directory;
        this.port = freePorts.getAsInt();
        String namesPort = Integer.toString(freePorts.getAsInt());
        this.environment = Map.ofEntries(
                Map.entry("HOME", directory.toString()),
                Map.entry("ERL_EPMD_PORT", namesPort),
                Map.entry("ERL_EPMD_ADDRESS", "127.0.0.1"),
                Map.entry("RABBITMQ_NODENAME", "weir@localhost"),
                Map.entry("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1"),
                Map.entry("RABBITMQ_NODE_PORT", Integer.toString(port)),
                Map.entry("RABBITMQ_DIST_PORT", Integer.toString(freePorts.getAsInt())),
                Map.entry("RABBITMQ_MNESIA_BASE", directory.resolve("mnesia").toString()),
                Map.entry("RABBITMQ_LOG_BASE", directory.resolve("log").toString()),
                Map.entry("RABBITMQ_LOGS", "-"),
                Map.entry(
                        "RABBITMQ_ENABLED_PLUGINS_FILE",
                        directory.resolve("enabled_plugins").toString()),
                Map.entry("RABBITMQ_CONFIG_FILE", directory.resolve("rabbitmq").toString()),
                // The script then becomes the server, so that signals reach it.
                Map.entry("RUNNING_UNDER_SYSTEMD", "true"));
        // Erlang would start one that outlives the test.
        this.names = Daemon.start(
                directory,
                List.of(Daemon.find("epmd", "erlang-base").toString(), "-port", namesPort, "-address", "127.0.0.1"));
        this.server = launch();
    }

    /**
     * Starts it without plugins.
     *
     * @param configuration lines for its configuration file
     * @param freePorts gives TCP ports that are free
     */
    public static RabbitMqServer start(Path directory, IntSupplier freePorts, String... configuration)
            throws IOException, InterruptedException {
        return start("", directory, freePorts, configuration);
    }

    /** Starts it with the plugin for STOMP, which listens at this port. */
    public static RabbitMqServer startWithStomp(
            int stompPort, Path directory, IntSupplier freePorts, String... configuration)
            throws IOException, InterruptedException {
        String[] all = Arrays.copyOf(configuration, configuration.length + 1);
        all[configuration.length] = "stomp.listeners.tcp.1 = 127.0.0.1:" + stompPort;
        return start("rabbitmq_stomp", directory, freePorts, all);
    }

    private static RabbitMqServer start(String plugin, Path directory, IntSupplier freePorts, String... configuration)
            throws IOException, InterruptedException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("enabled_plugins"), "[" + plugin + "].");
        Files.write(directory.resolve("rabbitmq.conf"), List.of(configuration));
        RabbitMqServer started = new RabbitMqServer(directory, freePorts);
        try {
            started.awaitReady();
        } catch (IOException | InterruptedException | Error e) {
            started.close();
            throw e;
        }
        return started;
    }

    private Daemon launch() throws IOException {
        return Daemon.start(directory, environment, List.of(program.toString()));
    }

    private void awaitReady() throws IOException, InterruptedException {
        server.until("RabbitMQ accepts connections", () -> {
            try (Connection connection = factory().newConnection()) {
                return connection.isOpen();
            } catch (IOException | TimeoutException e) {
                return false;
            }
        });
    }

    /** Sends SIGKILL; returns when it is dead. */
    public void kill() {
        server.kill();
    }

    /** Starts it again after {@link #kill}, with its files; returns once it accepts connections. */
    public void restart() throws IOException, InterruptedException {
        server = launch();
        awaitReady();
    }

    /**
     * Sends SIGSTOP: it halts until {@link #resume}, but its connections stay open, and Linux accepts
     * new ones.
     */
    public void suspend() throws IOException, InterruptedException {
        server.signal("STOP");
    }

    /** Sends SIGCONT. */
    public void resume() throws IOException, InterruptedException {
        server.signal("CONT");
    }

    /** Runs {@code rabbitmqctl} with these arguments; returns its output. */
    public String control(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(program.resolveSibling("rabbitmqctl").toString(), "--quiet"));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile(directory, "control", ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        int code = builder.start().waitFor();
        String text = Files.readString(output);
        if (code != 0) {
            throw new IOException("rabbitmqctl ended with code " + code + ": " + text);
        }
        return text.strip();
    }

    public int port() {
        return port;
    }

    /** Connects as RabbitMQ's default user, without recovery. */
    public ConnectionFactory factory() {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port);
        factory.setAutomaticRecoveryEnabled(false);
        factory.setConnectionTimeout(5_000);
        return factory;
    }

    /** How many messages wait in a queue for a consumer; those of a consumer do not count. */
    public long waiting(String queue) throws IOException, TimeoutException {
        try (Connection connection = factory().newConnection();
                Channel channel = connection.createChannel()) {
            return channel.messageCount(queue);
        }
    }

    /** How many consumers a queue has; 0 without such a queue. */
    public long consumers(String queue) {
        try (Connection connection = factory().newConnection();
                Channel channel = connection.createChannel()) {
            return channel.consumerCount(queue);
        } catch (IOException | TimeoutException e) {
            return 0;
        }
    }

    /** Kills it: its directory is temporary. */
    @Override
    public void close() {
        server.kill();
        names.kill();
    }
}
