package io.weir.gateway.setting;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.net.UdpSettings;

/** The keys of every UDP input. */
public final class UdpSocketKeys {
    private UdpSocketKeys() {}

    /** {@code wants} names the purpose of the port. */
    public static UdpSettings read(InputName name, YamlSection section, int port, String wants) {
        return new UdpSettings(
                section.text("host", "address to listen on; * for all, IPv4 and IPv6")
                        .or("*"),
                section.integer("port", 0, 65_535, "UDP port; 0 for any free one")
                        .or(port),
                section.integer("threads", 1, 256, "sockets and threads that receive")
                        .or(Math.min(2, Runtime.getRuntime().availableProcessors()), "2; 1 on a single processor"),
                section.integer("receive-buffer", 4096, 1 << 30, "bytes of each socket's receive buffer in the kernel")
                        .or(16 << 20),
                name.portMistake("udp", wants));
    }
}
