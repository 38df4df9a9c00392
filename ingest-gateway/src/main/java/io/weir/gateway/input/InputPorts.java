package io.weir.gateway.input;

import io.weir.contract.service.PortMistake;
import java.util.Locale;

/** Tells operators which key of which input is to be changed when a port cannot be had. */
final class InputPorts {
    private InputPorts() {}

    /** {@code protocol} is {@code udp} or {@code tcp}; {@code wants} what the port is for. */
    static PortMistake mistake(String protocol, String wants, String input) {
        return new PortMistake(protocol, wants, key(input, "port"), key(input, "host"));
    }

    /** Further inputs have no variables, but sections have. */
    static String key(String input, String key) {
        if (!InputKind.isSection(input)) {
            return key + " of input " + input;
        }
        String variable =
                "WEIR_GATEWAY_" + input.replace('-', '_').toUpperCase(Locale.ROOT) + "_" + key.toUpperCase(Locale.ROOT);
        return input + "." + key + " (" + variable + ")";
    }
}
