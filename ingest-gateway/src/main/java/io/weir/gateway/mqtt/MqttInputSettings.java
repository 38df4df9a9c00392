package io.weir.gateway.mqtt;

import io.weir.contract.config.BrokerLogin;
import io.weir.contract.config.ClientTls;
import io.weir.contract.config.YamlSection;
import io.weir.gateway.consume.BrokerInput;
import io.weir.gateway.consume.MessageMapping;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.mqtt.MqttSettings.Login;
import io.weir.gateway.mqtt.MqttSettings.Version;
import io.weir.gateway.setting.ConsumingKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/** An input for messages of an MQTT broker. */
public record MqttInputSettings(
        InputName input, MqttSettings mqtt, BrokerInput.Settings consuming, MqttPayloadKeys payloads)
        implements InputSettings {
    /** The variable with the password; secrets are not in the settings. */
    static final String PASSWORD = "WEIR_MQTT_PASSWORD";

    private static final int MOST_UNACKNOWLEDGED = 65_535;
    private static final long MOST_KEEP_ALIVE_SECONDS = 65_535;
    private static final long MOST_EXPIRY_SECONDS = 0xffff_ffffL;

    public static MqttInputSettings read(InputName name, YamlSection section) {
        List<TopicTemplate> topics = section.values(
                        "topics",
                        TopicTemplate::of,
                        "topics to subscribe; + is any level, # at the end any number of levels, and {host} any level"
                                + " that becomes the tag host; {measurement} and {field} with format: value")
                .or(List.of());
        requireDisjoint(topics, section);
        MqttSettings mqtt = connection(topics, section);
        BrokerInput.Settings consuming = new BrokerInput.Settings(
                name.text(),
                ConsumingKeys.consumers(section, "connections, each with a thread; several need share"),
                ConsumingKeys.messageBytes(section),
                false,
                true);
        if (consuming.consumers() > 1 && mqtt.share().isEmpty()) {
            section.refuse("consumers", "would each get all messages", "set share, too, or remove it");
        }
        return new MqttInputSettings(name, mqtt, consuming, MqttPayloadKeys.read(name, section, topics));
    }

    private static MqttSettings connection(List<TopicTemplate> topics, YamlSection section) {
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
        Optional<String> share = section.value(
                        "share",
                        "weir",
                        MqttSettings::share,
                        "name of a group that shares the messages ($share/NAME/TOPIC): each goes to one consumer of"
                                + " one gateway; otherwise each gateway gets all")
                .optional();
        boolean hasRetained = section.flag(
                        "retained",
                        "whether retained messages are consumed, which the broker sends at the start of a subscription")
                .or(false);
        if (hasRetained && share.isPresent()) {
            section.refuse("retained", "has no effect with share", "brokers send no retained messages to groups");
        }
        return new MqttSettings(
                brokers,
                version,
                login(section),
                tls,
                keepAlive(section),
                sessionExpiry(version, section),
                topics,
                share,
                section.integer("qos", 0, 1, "highest quality of service; messages of 0 can be lost")
                                .or(1)
                        == 1,
                hasRetained,
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

    private static void requireDisjoint(List<TopicTemplate> topics, YamlSection section) {
        for (int i = 0; i < topics.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (topics.get(i).overlaps(topics.get(j))) {
                    section.refuse(
                            "topics",
                            topics.get(j).filter() + " and " + topics.get(i).filter()
                                    + " overlap: a message could arrive twice",
                            "remove one of them");
                }
            }
        }
    }

    @Override
    public String name() {
        return input.text();
    }

    @Override
    public int threads() {
        return consuming.consumers();
    }

    @Override
    public Input open(Intakes intakes) {
        Function<LineIntake, MessageMapping> mapping = payloads.mapping(mqtt.topics());
        return BrokerInput.open(
                new MqttBroker(mqtt, consuming.messageBytes(), intakes.gatewayId(), intakes.counts().warnings),
                consuming,
                intakes,
                mapping);
    }
}
