package io.weir.standalone.cluster;

import io.weir.writer.testing.EmbeddedQuestDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The services of a farm, each in its own process, with an operator's settings.
 */
record FarmServices(Path directory, Brokers brokers, EmbeddedQuestDb questDb, int partitions, String rules) {

    /** Writes the rules. */
    FarmServices {
        try {
            Files.writeString(directory.resolve("rules.yaml"), rules);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Starts a service; returns immediately.
     *
     * @param which instance of the service it is
     * @param inputPort port of a gateway's HTTP input and UDP input
     * @param before a clone of the version for the first start, if it is another one
     */
    Instance start(String service, int which, int inputPort, Optional<Path> before) throws IOException {
        return new Instance(directory, service, environment(service, which, inputPort), before);
    }

    /** The same with more variables in its environment. */
    Instance start(String service, int which, int inputPort, Map<String, String> more) throws IOException {
        Map<String, String> environment = environment(service, which, inputPort);
        environment.putAll(more);
        return new Instance(directory, service, environment, Optional.empty());
    }

    /** The directory of an instance's state or spool. */
    Path state(String service, int which) {
        return directory.resolve(service + which);
    }

    private Map<String, String> environment(String service, int which, int inputPort) {
        Map<String, String> environment = new HashMap<>();
        environment.put("WEIR_KAFKA_BOOTSTRAP", brokers.bootstrap());
        environment.put("WEIR_KAFKA_PARTITIONS", Integer.toString(partitions));
        environment.put("WEIR_KAFKA_REPLICATION", Integer.toString(brokers.count()));
        String file = directory.resolve("rules.yaml").toString();
        String state = state(service, which).toString();
        switch (service) {
            case "gateway" ->
                environment.putAll(Map.of(
                        "WEIR_GATEWAY_ID",
                        service + which,
                        "WEIR_GATEWAY_UDP_PORT",
                        Integer.toString(inputPort),
                        "WEIR_GATEWAY_HTTP_ENABLED",
                        "true",
                        "WEIR_GATEWAY_HTTP_PORT",
                        Integer.toString(inputPort),
                        "WEIR_GATEWAY_SPOOL_DIRECTORY",
                        state));
            case "processing" ->
                environment.putAll(Map.of(
                        "WEIR_PROCESSING_RULES", file,
                        "WEIR_PROCESSING_STATE_DIRECTORY", state,
                        "WEIR_PROCESSING_STANDBY_REPLICAS", "1"));
            case "alarming" ->
                environment.putAll(Map.of("WEIR_ALARMING_RULES", file, "WEIR_ALARMING_STATE_DIRECTORY", state));
            default -> environment.putAll(Map.of("WEIR_WRITER_RULES", file, "WEIR_WRITER_STORE", questDb.url()));
        }
        return environment;
    }
}
