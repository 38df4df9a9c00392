package io.weir.gateway.setting;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.consume.BrokerInput;

/** The keys of every input that consumes messages of a broker. */
public final class ConsumingKeys {
    private static final int MOST_CONSUMERS = 64;

    private ConsumingKeys() {}

    /**
     * Reads those of a broker that can get messages back.
     *
     * @param deadLetter what the broker does with messages that it gets back
     */
    public static BrokerInput.Settings read(InputName name, YamlSection section, String deadLetter) {
        return new BrokerInput.Settings(
                name.text(),
                consumers(section, "connections, each with a thread"),
                messageBytes(section),
                section.flag("dead-letter", deadLetter + "; otherwise they are acknowledged")
                        .or(false),
                false);
    }

    public static int consumers(YamlSection section, String about) {
        return section.integer("consumers", 1, MOST_CONSUMERS, about).or(1);
    }

    public static int messageBytes(YamlSection section) {
        return section.integer("message-bytes", 1 << 10, 128 << 20, "a longer message is rejected")
                .or(4 << 20);
    }
}
