package io.weir.gateway.graphite;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.net.TcpInput;
import io.weir.gateway.net.TcpSettings;
import io.weir.gateway.path.Templates;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.StreamKeys;

/** An input for Graphite's plaintext protocol over TCP. */
public record GraphiteSettings(String name, TcpSettings tcp, Templates templates) implements InputSettings {
    /** The port of carbon. */
    static final int PORT = 2003;

    /** Ample for a path and two numbers. */
    private static final int LINE_BYTES = 8 << 10;

    public static GraphiteSettings read(InputName name, YamlSection section) {
        return new GraphiteSettings(
                name.text(),
                StreamKeys.lines(name, section, PORT, "Graphite's plaintext protocol", LINE_BYTES, false),
                Templates.read(section));
    }

    @Override
    public int threads() {
        return tcp.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return TcpInput.open(tcp, lines -> new GraphiteMapping(lines, templates), intakes);
    }
}
