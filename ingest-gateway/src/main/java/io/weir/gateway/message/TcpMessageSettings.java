package io.weir.gateway.message;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.net.TcpInput;
import io.weir.gateway.net.TcpSettings;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.MessageKeys;
import io.weir.gateway.setting.StreamKeys;

/** An input for messages over TCP, each on a line of its own. */
public record TcpMessageSettings(String name, TcpSettings tcp, MessageKeys messages) implements InputSettings {
    private static final int PORT = 8089;
    private static final int LINE_BYTES = 64 << 10;

    public static TcpMessageSettings read(InputName name, YamlSection section) {
        MessageKeys messages = MessageKeys.readLines(name, section);
        return new TcpMessageSettings(
                name.text(),
                StreamKeys.lines(name, section, PORT, messages.wants(), LINE_BYTES, messages.areLines()),
                messages);
    }

    @Override
    public int threads() {
        return tcp.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return TcpInput.open(tcp, messages.mapping(), intakes);
    }
}
