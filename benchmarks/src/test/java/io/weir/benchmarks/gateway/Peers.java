package io.weir.benchmarks.gateway;

import io.weir.benchmarks.ProtocolMessages;
import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.Programs;
import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.gateway.testing.MosquittoServer;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Measures inputs of the gateway beside the programs that people would use for the same protocols,
 * with messages of several sizes.
 */
final class Peers implements AutoCloseable {
    private static final int INFLIGHT_MESSAGES = 1000;

    private final TemporaryDirectory directory = TemporaryDirectory.create();
    private final Path config = directory.path().resolve("gateway.yaml");
    private final Map<PeerProtocol, Integer> ports = new EnumMap<>(PeerProtocol.class);
    private final List<Integer> batches;
    private final int connections;
    private final boolean isWithoutPeers;
    private final Optional<MosquittoServer> mosquitto;

    /**
     * @param batches numbers of metrics per message
     * @param connections number of connections over HTTP
     */
    Peers(List<PeerProtocol> protocols, List<Integer> batches, int connections, boolean isWithoutPeers)
            throws IOException, InterruptedException {
        this.batches = batches;
        this.connections = connections;
        this.isWithoutPeers = isWithoutPeers;
        protocols.forEach(protocol -> ports.put(protocol, FreePorts.next()));
        mosquitto = mosquitto();
        Files.writeString(
                config,
                ports.entrySet().stream()
                        .map(each -> each.getKey().settings(each.getValue()))
                        .collect(Collectors.joining()));
    }

    /** Starts the broker of MQTT if it is needed; without it, MQTT is not measured. */
    private Optional<MosquittoServer> mosquitto() throws IOException, InterruptedException {
        Integer port = ports.get(PeerProtocol.MQTT);
        if (port == null) {
            return Optional.empty();
        }
        if (Programs.onPath("mosquitto").isEmpty()) {
            System.err.println("mosquitto: not on the PATH, mqtt is not measured");
            ports.remove(PeerProtocol.MQTT);
            return Optional.empty();
        }
        MosquittoServer broker = MosquittoServer.start(
                directory.path().resolve("mosquitto"), port, "max_inflight_messages " + INFLIGHT_MESSAGES);
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close));
        return Optional.of(broker);
    }

    /** Returns the configuration of a gateway with the inputs of these protocols. */
    Path config() {
        return config;
    }

    /** Measures one protocol after the other; Weir and its peer take turns. */
    void run(KafkaProcess kafka, Weir weir, int seconds, int warmUpSeconds, int rounds)
            throws IOException, InterruptedException {
        for (Map.Entry<PeerProtocol, Integer> each : ports.entrySet()) {
            PeerProtocol protocol = each.getKey();
            int port = each.getValue();
            Optional<Receiver> peer = isWithoutPeers ? Optional.empty() : protocol.peer(kafka, port, connections);
            try {
                List<Receiver> receivers = new ArrayList<>();
                receivers.add(new WeirInput(weir, protocol.sender(port, connections)));
                peer.ifPresent(receivers::add);
                for (int batch : batches) {
                    Blast load = new Blast(0, batch, seconds, ProtocolMessages.SERIES, 0);
                    Contest contest = new Contest(
                            warmUpSeconds,
                            receivers.stream()
                                    .map(receiver -> protocol.contestant(receiver, load))
                                    .toList());
                    contest.run(rounds);
                    contest.print("%s, metrics per message: %d".formatted(protocol.kind(), batch));
                }
            } finally {
                peer.ifPresent(Receiver::close);
            }
        }
    }

    @Override
    public void close() {
        mosquitto.ifPresent(MosquittoServer::close);
        directory.close();
    }

    /** Weir with a sender of one of its inputs. */
    private record WeirInput(Weir weir, MessageSender sender) implements Receiver {
        @Override
        public String name() {
            return weir.name();
        }

        @Override
        public Trial take(Blast blast) throws IOException, InterruptedException {
            return weir.take(blast, () -> sender.send(blast));
        }

        /** The gateway has other inputs too. */
        @Override
        public void close() {}
    }
}
