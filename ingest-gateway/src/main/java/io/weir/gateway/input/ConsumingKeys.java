package io.weir.gateway.input;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.consume.BrokerInput;

/** The keys of every input that consumes messages of a broker. */
final class ConsumingKeys {
    private static final int MOST_CONSUMERS = 64;

    private ConsumingKeys() {}

    /**
     * Reads them.
     *
     * @param deadLetter what the broker does with messages that it gets back
     */
    static BrokerInput.Settings read(InputName name, YamlSection section, String deadLetter) {
        return new BrokerInput.Settings(
                name.text(),
                section.integer("consumers", 1, MOST_CONSUMERS, "connections, each with a thread")
                        .or(1),
                section.integer("message-bytes", 1 << 10, 128 << 20, "a longer message is rejected")
                        .or(4 << 20),
                section.flag("dead-letter", deadLetter + "; otherwise they are acknowledged")
                        .or(false),
                false);
    }
}
