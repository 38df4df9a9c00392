package io.weir.gateway.opentsdb;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.net.TcpInput;
import io.weir.gateway.net.TcpSettings;
import io.weir.gateway.path.Templates;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.StreamKeys;

/** An input for OpenTSDB's telnet protocol. */
public record OpenTsdbSettings(String name, TcpSettings tcp, Templates templates) implements InputSettings {
    /** The port of OpenTSDB, for telnet and HTTP. */
    private static final int PORT = 4242;

    /** Ample for a metric, two numbers and the tags. */
    private static final int LINE_BYTES = 8 << 10;

    public static OpenTsdbSettings read(InputName name, YamlSection section) {
        return new OpenTsdbSettings(
                name.text(),
                StreamKeys.lines(name, section, PORT, "OpenTSDB's telnet protocol", LINE_BYTES, false),
                Templates.read(section));
    }

    @Override
    public int threads() {
        return tcp.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return TcpInput.open(tcp, (lines, replies) -> new TelnetMapping(lines, templates, replies), intakes);
    }
}
