package io.weir.contract.service;

import io.weir.contract.config.ClientTlsFiles;
import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Pem;
import io.weir.contract.config.YamlSection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;

/**
 * Translates the keys of {@code kafka} about authentication and TLS into Kafka's client properties.
 */
final class KafkaLogin {
    /** The environment variable with the password; secrets are not in the settings. */
    static final String PASSWORD = "WEIR_KAFKA_PASSWORD";

    private static final String PEM = "PEM";
    private static final Pattern USER =
            Pattern.compile("\\busername\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^\\s;]+))");

    private enum Mechanism {
        SCRAM_SHA_512("org.apache.kafka.common.security.scram.ScramLoginModule"),
        SCRAM_SHA_256("org.apache.kafka.common.security.scram.ScramLoginModule"),
        PLAIN("org.apache.kafka.common.security.plain.PlainLoginModule");

        private final String module;

        Mechanism(String module) {
            this.module = module;
        }
    }

    private KafkaLogin() {}

    /**
     * The client properties for the section's own keys.
     *
     * @param variable the environment variable with the password
     */
    static Map<String, String> read(YamlSection section, String variable) {
        Map<String, String> client = new TreeMap<>();
        boolean isUser = user(section, variable, client);
        boolean isTls = tls(section.section("tls"), client);
        if (isUser || isTls) {
            client.put(
                    CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
                    (isUser ? "SASL_" : "") + (isTls ? "SSL" : "PLAINTEXT"));
        }
        return client;
    }

    private static boolean user(YamlSection section, String variable, Map<String, String> client) {
        Optional<String> user =
                section.text("user", "name of the Kafka user (SASL)").optional();
        Optional<String> file = section.value(
                        "password-file", "", NamedFile::secret, "file with the user's password; default: " + variable)
                .optional();
        Mechanism mechanism = section.choice("mechanism", Mechanism.class, "SASL mechanism that checks the password")
                .or(Mechanism.SCRAM_SHA_512);
        Optional<String> password = file.or(() -> Optional.ofNullable(System.getenv(variable)))
                .map(String::strip)
                .filter(text -> !text.isEmpty());
        if (user.isEmpty()) {
            if (file.isPresent()) {
                section.refuse("password-file", "has no user", "set user, too, or remove it");
            }
            return false;
        }
        if (password.isEmpty()) {
            if (file.isEmpty()) {
                section.refuse("user", "has no password", "name a password-file, or set " + variable);
            }
            return false;
        }
        client.put(SaslConfigs.SASL_MECHANISM, mechanism.name().replace('_', '-'));
        client.put(
                SaslConfigs.SASL_JAAS_CONFIG,
                mechanism.module + " required username=" + quoted(user.get()) + " password=" + quoted(password.get())
                        + ";");
        return true;
    }

    private static boolean tls(YamlSection section, Map<String, String> client) {
        ClientTlsFiles files = ClientTlsFiles.read(section, "Kafka");
        files.ca().ifPresent(text -> {
            client.put(SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG, PEM);
            client.put(SslConfigs.SSL_TRUSTSTORE_CERTIFICATES_CONFIG, text);
        });
        files.certificate().ifPresent(text -> {
            client.put(SslConfigs.SSL_KEYSTORE_TYPE_CONFIG, PEM);
            client.put(SslConfigs.SSL_KEYSTORE_CERTIFICATE_CHAIN_CONFIG, text);
        });
        files.key().ifPresent(text -> client.put(SslConfigs.SSL_KEYSTORE_KEY_CONFIG, text));
        return files.isTls();
    }

    /**
     * The principal of a client with these properties, if they determine it: such as
     * {@code User:weir-gateway}.
     */
    static Optional<String> principal(Map<String, String> client) {
        String protocol = client.getOrDefault(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "")
                .toUpperCase(Locale.ROOT);
        if (protocol.startsWith("SASL")) {
            Matcher named = USER.matcher(client.getOrDefault(SaslConfigs.SASL_JAAS_CONFIG, ""));
            return named.find()
                    ? Optional.of("User:"
                            + (named.group(1) == null
                                    ? named.group(2)
                                    : named.group(1).replaceAll("\\\\(.)", "$1")))
                    : Optional.empty();
        }
        return Optional.ofNullable(client.get(SslConfigs.SSL_KEYSTORE_CERTIFICATE_CHAIN_CONFIG))
                .filter(chain -> protocol.equals("SSL"))
                .map(chain -> "User:"
                        + Pem.certificates(chain)
                                .get(0)
                                .getSubjectX500Principal()
                                .getName());
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
