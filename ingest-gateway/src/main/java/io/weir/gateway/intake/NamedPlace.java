package io.weir.gateway.intake;

import java.net.SocketAddress;

/** A sender without an address in the network, such as a command. */
public final class NamedPlace extends SocketAddress {
    private static final long serialVersionUID = 1;

    private final String name;

    /** {@code name} appears in the log and in {@code metrics.rejected}. */
    public NamedPlace(String name) {
        this.name = name;
    }

    @Override
    public String toString() {
        return name;
    }
}
