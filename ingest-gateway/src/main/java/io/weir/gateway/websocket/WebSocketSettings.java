package io.weir.gateway.websocket;

import io.weir.contract.config.YamlSection;
import io.weir.contract.http.BearerTokens;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.net.TcpInput;
import io.weir.gateway.net.TcpSettings;
import io.weir.gateway.setting.HttpKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.MessageKeys;
import io.weir.gateway.setting.StreamKeys;

/**
 * An input for lines or records over WebSocket: many lines in a message, or a message of JSON.
 *
 * @param maxFrameBytes a longer frame closes the connection
 */
public record WebSocketSettings(
        String name, TcpSettings tcp, BearerTokens tokens, int maxFrameBytes, MessageKeys messages)
        implements InputSettings {
    private static final int PORT = 8188;
    private static final int LINE_BYTES = 64 << 10;
    private static final int FRAME_BYTES = 64 << 10;

    public static WebSocketSettings read(InputName name, YamlSection section) {
        MessageKeys messages = MessageKeys.readLines(name, section);
        return new WebSocketSettings(
                name.text(),
                StreamKeys.lines(name, section, PORT, messages.wants() + " over WebSocket", LINE_BYTES, false),
                new BearerTokens(HttpKeys.tokens(section)),
                section.integer("frame-bytes", 1 << 10, 16 << 20, "a longer frame closes its connection")
                        .or(FRAME_BYTES),
                messages);
    }

    @Override
    public int threads() {
        return tcp.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        WebSocketStage stage =
                new WebSocketStage(tokens, maxFrameBytes, messages.areJson(), intakes.counts().rejectedConnections);
        return TcpInput.open(tcp, stage, messages.mapping(), intakes);
    }
}
