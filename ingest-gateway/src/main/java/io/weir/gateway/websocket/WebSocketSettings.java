package io.weir.gateway.websocket;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineMapping;
import io.weir.gateway.intake.StampUnit;
import io.weir.gateway.net.TcpInput;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.Precision;

/** An input for line protocol over WebSocket, with many lines in a message. */
public record WebSocketSettings(String name, WebSocketKeys keys, StampUnit precision) implements InputSettings {
    private static final int PORT = 8188;

    public static WebSocketSettings read(InputName name, YamlSection section) {
        return new WebSocketSettings(
                name.text(),
                WebSocketKeys.read(name, section, PORT, "line protocol over WebSocket"),
                Precision.read(section));
    }

    @Override
    public int threads() {
        return keys.tcp().stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return TcpInput.open(
                keys.tcp(), keys.stage(intakes, false), lines -> new LineMapping(lines, precision), intakes);
    }
}
