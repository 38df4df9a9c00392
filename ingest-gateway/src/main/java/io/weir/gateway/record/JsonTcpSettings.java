package io.weir.gateway.record;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.mapping.RecordFormat;
import io.weir.gateway.mapping.RecordIntake;
import io.weir.gateway.mapping.RecordMapping;
import io.weir.gateway.net.TcpInput;
import io.weir.gateway.net.TcpSettings;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.MappingKeys;
import io.weir.gateway.setting.StreamKeys;

/** An input for JSON records over TCP, each on a line of its own. */
public record JsonTcpSettings(String name, TcpSettings tcp, MappingKeys keys) implements InputSettings {
    /** Of an input for records over TCP and UDP. */
    static final int PORT = 8095;

    private static final int LINE_BYTES = 64 << 10;

    public static JsonTcpSettings read(InputName name, YamlSection section) {
        return new JsonTcpSettings(
                name.text(),
                StreamKeys.lines(name, section, PORT, "JSON records over TCP", LINE_BYTES, false),
                MappingKeys.read(name, section));
    }

    @Override
    public int threads() {
        return tcp.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        RecordMapping mapping = keys.mapping();
        return TcpInput.open(tcp, lines -> new RecordIntake(lines, mapping, RecordFormat.JSON), intakes);
    }
}
