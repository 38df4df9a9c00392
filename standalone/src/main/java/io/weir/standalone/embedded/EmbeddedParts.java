package io.weir.standalone.embedded;

import io.weir.contract.service.StartException;

/**
 * Checks whether the embedded Kafka and store are installed. They are in a separate folder, which
 * container images omit.
 */
public final class EmbeddedParts {
    private static final String KAFKA = "kafka.server.KafkaRaftServer";
    private static final String STORE = "io.questdb.ServerMain";

    private EmbeddedParts() {}

    /**
     * Must be called before any class of the embedded parts is loaded.
     *
     * @param kafka whether the embedded Kafka is needed
     * @param store whether the embedded store is needed
     * @throws StartException if a needed part is missing; the message names the options to use
     * instead
     */
    public static void require(boolean kafka, boolean store) {
        boolean noKafka = kafka && isMissing(KAFKA);
        boolean noStore = store && isMissing(STORE);
        if (noKafka || noStore) {
            throw new StartException("weir up: the embedded "
                    + (noKafka && noStore ? "Kafka and store are" : noKafka ? "Kafka is" : "store is")
                    + " not in this installation (container images leave the folder 'embedded' out); name your own with"
                    + (noKafka ? " --bootstrap HOST:PORT" : "")
                    + (noKafka && noStore ? " and" : "")
                    + (noStore ? " --store influxdb2://HOST:8086/BUCKET?org=ORG" : "")
                    + ", or start the services one by one: weir gateway, processing, alarming, writer"
                    + " (docker/compose.yaml does, with a Kafka and a store beside them)");
        }
    }

    private static boolean isMissing(String type) {
        try {
            Class.forName(type, false, EmbeddedParts.class.getClassLoader());
            return false;
        } catch (ClassNotFoundException e) {
            return true;
        }
    }
}
