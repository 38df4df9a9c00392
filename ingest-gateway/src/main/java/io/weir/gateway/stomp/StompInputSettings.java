package io.weir.gateway.stomp;

import io.weir.contract.config.BrokerLogin;
import io.weir.contract.config.ClientTls;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.gateway.consume.BrokerInput;
import io.weir.gateway.consume.MessageMapping;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.MessageIntake;
import io.weir.gateway.setting.ConsumingKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.MessageKeys;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** An input for messages of brokers that speak STOMP. */
public record StompInputSettings(
        InputName input, StompSettings stomp, BrokerInput.Settings consuming, MessageKeys messages)
        implements InputSettings {
    /** The variable with the password; secrets are not in the settings. */
    static final String PASSWORD = "WEIR_STOMP_PASSWORD";

    private static final int MOST_PREFETCH = 65_535;
    /** Another value of these would break the acknowledgement. */
    private static final List<String> OWN_HEADERS = List.of("id", "destination", "ack", "receipt");

    public static StompInputSettings read(InputName name, YamlSection section) {
        List<StompAddress> brokers = section.values(
                        "brokers",
                        StompAddress::of,
                        "HOST or HOST:PORT of brokers; several of a cluster are tried one after the other;"
                                + " default port: 61613, with TLS 61614")
                .or(List.of(StompAddress.of("localhost")), "localhost");
        String virtualHost = section.text("virtual-host", "the header host of CONNECT: RabbitMQ's virtual host")
                .or("/");
        Optional<BrokerLogin> login =
                BrokerLogin.read(section, "name of the user; without it, Weir sends no login", PASSWORD);
        StompSettings stomp = new StompSettings(
                brokers,
                virtualHost,
                login.map(BrokerLogin::user),
                login.map(BrokerLogin::password).orElse(""),
                ClientTls.read(section.section("tls"), "the broker"),
                section.duration(
                                "heartbeat",
                                Duration.ofSeconds(1),
                                "a connection without a sign of life for twice this time is renewed, if the broker"
                                        + " agrees on heart-beats")
                        .or(Duration.ofSeconds(10)),
                section.texts("destinations", "the destinations to consume, such as /queue/WMSHistory")
                        .or(List.of()),
                section.integer(
                                "prefetch",
                                1,
                                MOST_PREFETCH,
                                "unacknowledged messages that a consumer holds of each destination")
                        .or(1000),
                headers(section));
        BrokerInput.Settings consuming = ConsumingKeys.read(
                name,
                section,
                "whether the broker gets messages back (NACK) of which anything was rejected, for its dead letters");
        return new StompInputSettings(name, stomp, consuming, MessageKeys.read(name, section));
    }

    private static Map<String, String> headers(YamlSection section) {
        SortedMap<String, String> headers = section.entries(
                        "headers", text -> text, "further headers of SUBSCRIBE, such as selector")
                .or(new TreeMap<>());
        for (String own : OWN_HEADERS) {
            if (headers.containsKey(own)) {
                section.refuse("headers", "has " + Refusal.quote(own) + ", which Weir sets", "remove it");
            }
        }
        return headers;
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
        String missing = stomp.destinations().isEmpty()
                ? "input " + name() + " has no destinations; set " + input.key("destinations")
                : "";
        Function<LineIntake, MessageIntake> mapping = messages.messages(missing);
        return BrokerInput.open(
                new StompBroker(stomp, consuming.messageBytes(), consuming.deadLetter()),
                consuming,
                intakes,
                lines -> MessageMapping.ofBodies(mapping.apply(lines)));
    }
}
