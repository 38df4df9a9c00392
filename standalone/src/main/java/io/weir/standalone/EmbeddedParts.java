package io.weir.standalone;

import io.weir.contract.service.StartException;

/** The in-process Kafka and store are a folder of their own, which container images leave out: looks whether it is there. */
final class EmbeddedParts {
    private static final String KAFKA = "kafka.server.KafkaRaftServer";
    private static final String STORE = "io.questdb.ServerMain";

    private EmbeddedParts() {}

    /**
     * To be called before a class of them is touched.
     *
     * @param kafka whether the embedded Kafka is asked for
     * @param store whether the embedded store is
     * @throws StartException if what is asked for is not there; says what to name instead
     */
    static void require(boolean kafka, boolean store) {
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
