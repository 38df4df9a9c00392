package io.weir.gateway.setting;

import io.weir.contract.service.PortMistake;
import java.util.Locale;

/**
 * The name of an input, and the keys that an operator changes to correct it.
 *
 * @param text the name in meters and in the log
 * @param isSection whether it is the name of a section of the gateway's settings, whose keys have
 *     environment variables; further inputs have none
 */
public record InputName(String text, boolean isSection) {

    /**
     * Names the key and input to change when a port cannot be opened.
     *
     * @param protocol {@code udp} or {@code tcp}
     * @param wants the purpose of the port
     */
    public PortMistake portMistake(String protocol, String wants) {
        return new PortMistake(protocol, wants, key("port"), key("host"));
    }

    /** A key of the input, as the operator finds it. */
    public String key(String key) {
        if (!isSection) {
            return key + " of input " + text;
        }
        String variable =
                "WEIR_GATEWAY_" + text.replace('-', '_').toUpperCase(Locale.ROOT) + "_" + key.toUpperCase(Locale.ROOT);
        return text + "." + key + " (" + variable + ")";
    }
}
