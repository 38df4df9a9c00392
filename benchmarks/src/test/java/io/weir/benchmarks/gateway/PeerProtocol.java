package io.weir.benchmarks.gateway;

import io.weir.benchmarks.InputProtocol;
import io.weir.benchmarks.ProtocolMessages;
import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.xerial.snappy.Snappy;

/** Protocols in which Weir is compared with the program that people would use for them. */
enum PeerProtocol {
    /** Beside vmagent. */
    REMOTE_WRITE("remote-write", "vmagent") {
        @Override
        List<byte[]> messages(int perMessage) {
            return InputProtocol.REMOTE_WRITE_1.messages(perMessage).stream()
                    .map(PeerProtocol::compressed)
                    .toList();
        }

        @Override
        MessageSender sender(int port, int connections) {
            return new HttpMessages(
                    port,
                    connections,
                    "/api/v1/write",
                    new Messages(this::messages),
                    PROTOBUF,
                    "Content-Encoding: snappy",
                    "X-Prometheus-Remote-Write-Version: 0.1.0");
        }

        @Override
        Receiver start(Path vmagent, KafkaProcess kafka, int port, int connections)
                throws IOException, InterruptedException {
            return Vmagent.start(vmagent, itsPort -> sender(itsPort, connections));
        }
    },
    /** Over HTTP, as protobuf, beside the OpenTelemetry Collector. */
    OTLP("otlp-http", "otelcol") {
        @Override
        List<byte[]> messages(int perMessage) {
            return InputProtocol.OTLP.messages(perMessage);
        }

        @Override
        MessageSender sender(int port, int connections) {
            return new HttpMessages(port, connections, "/v1/metrics", new Messages(this::messages), PROTOBUF);
        }

        @Override
        Receiver start(Path otelcol, KafkaProcess kafka, int port, int connections)
                throws IOException, InterruptedException {
            return OtelCollector.start(otelcol, itsPort -> sender(itsPort, connections));
        }
    },
    /** Over TCP, with tags, beside Telegraf. */
    GRAPHITE("graphite", "telegraf") {
        @Override
        List<byte[]> messages(int perMessage) {
            return InputProtocol.GRAPHITE.messages(perMessage).stream()
                    .map(PeerProtocol::ended)
                    .toList();
        }

        @Override
        MessageSender sender(int port, int connections) {
            return new TcpMessages(port, new Messages(this::messages));
        }

        @Override
        Receiver start(Path telegraf, KafkaProcess kafka, int port, int connections)
                throws IOException, InterruptedException {
            return new Telegraf(telegraf, kafka).graphite(itsPort -> sender(itsPort, connections));
        }
    },
    /** Counters over UDP, with tags, beside Telegraf. */
    STATSD("statsd", "telegraf") {
        @Override
        List<byte[]> messages(int perMessage) {
            return ProtocolMessages.text(perMessage, point -> "cpu_usage:1|c|#detector:%s,hostname:%s,rolename:flp"
                    .formatted(point.detector(), point.host()));
        }

        @Override
        MessageSender sender(int port, int connections) {
            return new UdpMessages(port, new Messages(this::messages));
        }

        @Override
        Receiver start(Path telegraf, KafkaProcess kafka, int port, int connections)
                throws IOException, InterruptedException {
            return new Telegraf(telegraf, kafka).statsd(itsPort -> sender(itsPort, connections));
        }
    },
    /** Lines from mosquitto, beside Telegraf. The port is the broker's. */
    MQTT("mqtt", "telegraf") {
        @Override
        List<byte[]> messages(int perMessage) {
            return InputProtocol.LINES.messages(perMessage);
        }

        @Override
        String settings(int port) {
            return "mqtt: {enabled: true, brokers: [\"127.0.0.1:%d\"], topics: [weir]}\n".formatted(port);
        }

        @Override
        MessageSender sender(int port, int connections) {
            return new MqttMessages(port, "weir", new Messages(this::messages));
        }

        @Override
        Receiver start(Path telegraf, KafkaProcess kafka, int port, int connections)
                throws IOException, InterruptedException {
            String topic = "telegraf";
            MessageSender sender = new MqttMessages(port, topic, new Messages(this::messages));
            return new Telegraf(telegraf, kafka).mqtt(port, topic, sender);
        }
    };

    private static final String PROTOBUF = "Content-Type: application/x-protobuf";

    /** The search for the highest rate without loss begins here. */
    private static final long FIRST_RATE = 200_000;

    private final String kind;
    private final String program;

    PeerProtocol(String kind, String program) {
        this.kind = kind;
        this.program = program;
    }

    /** Returns the kind of Weir's input. */
    String kind() {
        return kind;
    }

    /** Returns the settings of Weir's input, for a gateway's configuration. */
    String settings(int port) {
        return "%s: {enabled: true, port: %d}\n".formatted(kind, port);
    }

    /** Returns messages with one metric of each series, as they are sent. */
    abstract List<byte[]> messages(int perMessage);

    /**
     * Returns a sender to a port of this machine.
     *
     * @param connections number of connections over HTTP; other senders have a fixed number
     */
    abstract MessageSender sender(int port, int connections);

    /**
     * Starts the peer; empty if it is not present.
     *
     * @param port the port in Weir's settings, which {@link #MQTT} shares with its peer
     */
    Optional<Receiver> peer(KafkaProcess kafka, int port, int connections) throws IOException, InterruptedException {
        Optional<Path> found = Programs.peer(program);
        return found.isEmpty() ? Optional.empty() : Optional.of(start(found.get(), kafka, port, connections));
    }

    abstract Receiver start(Path peer, KafkaProcess kafka, int port, int connections)
            throws IOException, InterruptedException;

    /**
     * Returns how a receiver's rate is measured: by a sender that waits for the receiver, or, where
     * receivers lose metrics, by a search.
     */
    Contestant contestant(Receiver receiver, Blast load) {
        return switch (this) {
            case REMOTE_WRITE, OTLP, MQTT -> new FullSpeed(receiver, load);
            case GRAPHITE, STATSD -> new Search(receiver, load.at(FIRST_RATE));
        };
    }

    private static byte[] ended(byte[] message) {
        byte[] ended = Arrays.copyOf(message, message.length + 1);
        ended[message.length] = '\n';
        return ended;
    }

    private static byte[] compressed(byte[] message) {
        try {
            return Snappy.compress(message);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
