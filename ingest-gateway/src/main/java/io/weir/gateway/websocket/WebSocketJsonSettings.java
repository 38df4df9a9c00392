package io.weir.gateway.websocket;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.mapping.RecordFormat;
import io.weir.gateway.mapping.RecordIntake;
import io.weir.gateway.mapping.RecordMapping;
import io.weir.gateway.net.TcpInput;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.MappingKeys;

/** An input for JSON records over WebSocket, in messages of their own. */
public record WebSocketJsonSettings(String name, WebSocketKeys keys, MappingKeys mapping) implements InputSettings {
    private static final int PORT = 8189;

    public static WebSocketJsonSettings read(InputName name, YamlSection section) {
        return new WebSocketJsonSettings(
                name.text(),
                WebSocketKeys.read(name, section, PORT, "JSON records over WebSocket"),
                MappingKeys.read(name, section));
    }

    @Override
    public int threads() {
        return keys.tcp().stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        RecordMapping records = mapping.mapping();
        return TcpInput.open(
                keys.tcp(),
                keys.stage(intakes, true),
                lines -> new RecordIntake(lines, records, RecordFormat.JSON),
                intakes);
    }
}
