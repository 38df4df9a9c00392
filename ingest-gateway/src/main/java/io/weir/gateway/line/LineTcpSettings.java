package io.weir.gateway.line;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineMapping;
import io.weir.gateway.intake.StampUnit;
import io.weir.gateway.net.TcpInput;
import io.weir.gateway.net.TcpSettings;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.Precision;
import io.weir.gateway.setting.StreamKeys;

/**
 * An input for line protocol over TCP, one line after the other.
 *
 * @param precision unit of the senders' timestamps
 */
public record LineTcpSettings(String name, TcpSettings tcp, StampUnit precision) implements InputSettings {
    private static final int PORT = 8089;
    private static final int LINE_BYTES = 64 << 10;

    public static LineTcpSettings read(InputName name, YamlSection section) {
        return new LineTcpSettings(
                name.text(),
                StreamKeys.lines(name, section, PORT, "line protocol", LINE_BYTES, true),
                Precision.read(section));
    }

    @Override
    public int threads() {
        return tcp.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return TcpInput.open(tcp, lines -> new LineMapping(lines, precision), intakes);
    }
}
