package io.weir.gateway.exec;

import java.net.SocketAddress;

/** A command as the sender of its lines. */
final class CommandPlace extends SocketAddress {
    private static final long serialVersionUID = 1;

    private final String command;

    CommandPlace(CommandSettings settings) {
        this.command = settings.toString();
    }

    @Override
    public String toString() {
        return command;
    }
}
