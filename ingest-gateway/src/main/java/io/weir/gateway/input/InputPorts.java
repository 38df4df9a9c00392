package io.weir.gateway.input;

import io.weir.contract.service.PortMistake;
import java.util.Locale;

/** Names the key and input to change when a port cannot be opened. */
final class InputPorts {
    private InputPorts() {}

    /**
     * {@code protocol} is {@code udp} or {@code tcp}; {@code wants} names the purpose of the port.
     */
    static PortMistake mistake(String protocol, String wants, String input) {
        return new PortMistake(protocol, wants, key(input, "port"), key(input, "host"));
    }

    /** Sections have environment variables; further inputs have none. */
    static String key(String input, String key) {
        if (!InputKind.isSection(input)) {
            return key + " of input " + input;
        }
        String variable =
                "WEIR_GATEWAY_" + input.replace('-', '_').toUpperCase(Locale.ROOT) + "_" + key.toUpperCase(Locale.ROOT);
        return input + "." + key + " (" + variable + ")";
    }
}
