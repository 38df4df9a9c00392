package io.weir.relay;

import io.weir.contract.config.YamlSection;
import java.util.List;

/** User settings of the relay: the sinks. */
public record RelayConfig(List<SinkConfig> sinks) {

    /** Copies the list. */
    public RelayConfig {
        sinks = List.copyOf(sinks);
    }

    /** Reads the section {@code relay}; the section collects the mistakes. */
    public static RelayConfig read(YamlSection in) {
        return new RelayConfig(List.copyOf(in.named(
                        "sinks",
                        SinkConfig::read,
                        "sinks by name, each with read, measurements, begin, mapping, and amqp or kafka")
                .values()));
    }

    /** Returns whether any sink is configured. */
    public boolean isOn() {
        return !sinks.isEmpty();
    }
}
