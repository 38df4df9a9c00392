package io.weir.gateway.statsd;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.net.TcpInput;
import io.weir.gateway.net.TcpSettings;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.StreamKeys;

/** An input for StatsD's samples over TCP. */
public record StatsdTcpSettings(String name, TcpSettings tcp, StatsdKeys keys) implements InputSettings {
    /** Ample for a name, tags and packed values. */
    private static final int LINE_BYTES = 8 << 10;

    public static StatsdTcpSettings read(InputName name, YamlSection section) {
        return new StatsdTcpSettings(
                name.text(),
                StreamKeys.lines(name, section, StatsdKeys.PORT, StatsdKeys.PROTOCOL, LINE_BYTES, false),
                StatsdKeys.read(section));
    }

    @Override
    public int threads() {
        return tcp.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return TcpInput.open(tcp, keys::mapping, intakes);
    }
}
