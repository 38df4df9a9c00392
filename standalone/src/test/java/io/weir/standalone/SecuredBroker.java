package io.weir.standalone;

import io.weir.gateway.testing.Identity;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.standalone.embedded.KafkaDirectory;
import io.weir.standalone.embedded.KafkaNode;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;

/**
 * A Kafka that authenticates its clients, by password at one listener and by certificate at
 * another, and denies everything that is not granted. At a third listener all clients have all
 * rights.
 */
final class SecuredBroker implements AutoCloseable {
    private static final int ITERATIONS = 4096;

    private final KafkaNode node;
    private final String open;
    private final String passwords;
    private final String certificates;

    /** @param trusted the issuer of the certificates that it accepts */
    SecuredBroker(Path directory, Identity own, Identity trusted) {
        open = "127.0.0.1:" + FreePorts.next();
        passwords = "127.0.0.1:" + FreePorts.next();
        certificates = "127.0.0.1:" + FreePorts.next();
        int controller = FreePorts.next();
        Map<String, String> settings = new HashMap<>(EmbeddedBroker.settings(directory, FreePorts.next(), controller));
        String listeners = "OPEN://" + open + ",PASSWORDS://" + passwords + ",CERTIFICATES://" + certificates;
        settings.put("advertised.listeners", listeners);
        settings.put("listeners", listeners + "," + EmbeddedBroker.CONTROLLER + "://127.0.0.1:" + controller);
        settings.put(
                "listener.security.protocol.map",
                "OPEN:PLAINTEXT,PASSWORDS:SASL_PLAINTEXT,CERTIFICATES:SSL," + EmbeddedBroker.CONTROLLER + ":PLAINTEXT");
        settings.put("inter.broker.listener.name", "OPEN");
        settings.put("authorizer.class.name", AskedRights.class.getName());
        settings.put("super.users", "User:ANONYMOUS");
        settings.put("sasl.enabled.mechanisms", "SCRAM-SHA-512");
        settings.put(
                "listener.name.passwords.scram-sha-512.sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required;");
        settings.put("ssl.client.auth", "required");
        settings.put("ssl.keystore.type", "PEM");
        settings.put("ssl.keystore.certificate.chain", read(own.certificate()));
        settings.put("ssl.keystore.key", read(own.key()));
        settings.put("ssl.truststore.type", "PEM");
        settings.put("ssl.truststore.certificates", read(trusted.certificate()));
        try {
            KafkaDirectory.format(directory, EmbeddedBroker.NODE_ID, EmbeddedBroker.CONTROLLER);
            node = new KafkaNode(EmbeddedBroker.NODE_ID, settings);
            node.start();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** HOST:PORT of the listener without restrictions. */
    String open() {
        return open;
    }

    /** HOST:PORT of the listener for users with passwords. */
    String passwords() {
        return passwords;
    }

    /** HOST:PORT of the listener for clients with certificates. */
    String certificates() {
        return certificates;
    }

    /** Adds users with this password. */
    void addUsers(List<String> users, String password) {
        ScramCredentialInfo how = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, ITERATIONS);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", open))) {
            admin.alterUserScramCredentials(users.stream()
                            .<UserScramCredentialAlteration>map(
                                    user -> new UserScramCredentialUpsertion(user, how, password))
                            .toList())
                    .all()
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        node.close();
    }
}
