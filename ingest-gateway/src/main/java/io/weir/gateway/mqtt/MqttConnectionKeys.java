package io.weir.gateway.mqtt;

import io.weir.contract.config.BrokerLogin;
import io.weir.contract.config.ClientTls;
import io.weir.contract.config.YamlSection;
import io.weir.gateway.mqtt.MqttSettings.Connecting;
import io.weir.gateway.mqtt.MqttSettings.Login;
import io.weir.gateway.mqtt.MqttSettings.Version;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** The keys of every input for the connection to a broker of MQTT. */
public final class MqttConnectionKeys {
    /** The variable with the password; secrets are not in the settings. */
    static final String PASSWORD = "WEIR_MQTT_PASSWORD";

    private static final int MOST_UNACKNOWLEDGED = 65_535;
    private static final long MOST_KEEP_ALIVE_SECONDS = 65_535;
    private static final long MOST_EXPIRY_SECONDS = 0xffff_ffffL;

    private MqttConnectionKeys() {}

    public static Connecting read(YamlSection section) {
        Optional<SSLContext> tls = ClientTls.read(section.section("tls"), "the broker");
        int port = tls.isPresent() ? MqttSettings.TLS_PORT : MqttSettings.PORT;
        List<InetSocketAddress> brokers = section
                .values(
                        "brokers",
                        MqttSettings::broker,
                        "HOST or HOST:PORT of the broker; several of a cluster are tried one after the other")
                .or(List.of(MqttSettings.broker("localhost")), "localhost")
                .stream()
                .map(broker -> broker.getPort() == 0
                        ? InetSocketAddress.createUnresolved(broker.getHostString(), port)
                        : broker)
                .toList();
        Version version = section.value("version", Version.V5, MqttSettings::version, "of MQTT, 5 or 3.1.1")
                .or(Version.V5, "5");
        return new Connecting(
                brokers,
                version,
                login(section),
                tls,
                keepAlive(section),
                sessionExpiry(version, section),
                section.integer(
                                "receive-maximum",
                                1,
                                MOST_UNACKNOWLEDGED,
                                "unacknowledged messages that the broker sends to a consumer (MQTT 5)")
                        .or(1000));
    }

    private static Duration keepAlive(YamlSection section) {
        Duration keepAlive = section.duration(
                        "keep-alive",
                        Duration.ofSeconds(1),
                        "a connection without a sign of life for this time is renewed")
                .or(Duration.ofSeconds(30));
        if (keepAlive.toSeconds() > MOST_KEEP_ALIVE_SECONDS) {
            section.refuse("keep-alive", "must be at most " + MOST_KEEP_ALIVE_SECONDS + "s", "as MQTT defines it");
        }
        return keepAlive;
    }

    private static Duration sessionExpiry(Version version, YamlSection section) {
        Duration expiry = section.duration(
                        "session-expiry",
                        Duration.ofSeconds(1),
                        "how long the broker keeps messages for a gateway that is away (MQTT 5)")
                .or(Duration.ofDays(1));
        if (expiry.toSeconds() > MOST_EXPIRY_SECONDS) {
            section.refuse("session-expiry", "must be at most " + MOST_EXPIRY_SECONDS + "s", "as MQTT defines it");
        }
        if (version != Version.V5 && section.has("session-expiry")) {
            section.refuse("session-expiry", "has no effect in MQTT 3.1.1", "configure it at the broker, or remove it");
        }
        return expiry;
    }

    private static Optional<Login> login(YamlSection section) {
        return BrokerLogin.read(section, "name of the broker's user; default: an anonymous connection", PASSWORD)
                .map(login -> new Login(login.user(), login.password()));
    }
}
