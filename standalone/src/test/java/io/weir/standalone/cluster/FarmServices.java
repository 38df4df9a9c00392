package io.weir.standalone.cluster;

import io.weir.writer.testing.EmbeddedQuestDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The services of a farm under {@link FarmAccount#RULES}, each in a process of its own, as an operator sets them. */
record FarmServices(Path directory, Brokers brokers, EmbeddedQuestDb questDb, int partitions) {

    /** Writes the rules. */
    FarmServices {
        try {
            Files.writeString(directory.resolve("rules.yaml"), FarmAccount.RULES);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Starts one; returns at once.
     *
     * @param which instance of the service it is
     * @param door of the HTTP input and, over UDP, of the other one, if it is a gateway
     * @param before a clone of the version that it is at first, if that is another one
     */
    Instance start(String service, int which, int door, Optional<Path> before) throws IOException {
        return new Instance(directory, service, environment(service, which, door), before);
    }

    /** Starts the first one under a clock of its own; returns at once. */
    Instance start(String service, int door, FakeClock clock) throws IOException {
        Map<String, String> environment = environment(service, 0, door);
        environment.putAll(clock.environment());
        return new Instance(directory, service, environment, Optional.empty());
    }

    /** Where an instance keeps its state, or its spool. */
    Path state(String service, int which) {
        return directory.resolve(service + which);
    }

    private Map<String, String> environment(String service, int which, int door) {
        Map<String, String> environment = new HashMap<>();
        environment.put("WEIR_KAFKA_BOOTSTRAP", brokers.bootstrap());
        environment.put("WEIR_KAFKA_PARTITIONS", Integer.toString(partitions));
        environment.put("WEIR_KAFKA_REPLICATION", Integer.toString(brokers.count()));
        String rules = directory.resolve("rules.yaml").toString();
        String state = state(service, which).toString();
        switch (service) {
            case "gateway" ->
                environment.putAll(Map.of(
                        "WEIR_GATEWAY_ID",
                        service + which,
                        "WEIR_GATEWAY_UDP_PORT",
                        Integer.toString(door),
                        "WEIR_GATEWAY_HTTP_ENABLED",
                        "true",
                        "WEIR_GATEWAY_HTTP_PORT",
                        Integer.toString(door),
                        "WEIR_GATEWAY_SPOOL_DIRECTORY",
                        state));
            case "processing" ->
                environment.putAll(Map.of(
                        "WEIR_PROCESSING_RULES", rules,
                        "WEIR_PROCESSING_STATE_DIRECTORY", state,
                        "WEIR_PROCESSING_STANDBYS", "1"));
            case "alarming" ->
                environment.putAll(Map.of("WEIR_ALARMING_RULES", rules, "WEIR_ALARMING_STATE_DIRECTORY", state));
            default -> environment.putAll(Map.of("WEIR_WRITER_RULES", rules, "WEIR_WRITER_STORE", questDb.url()));
        }
        return environment;
    }
}
