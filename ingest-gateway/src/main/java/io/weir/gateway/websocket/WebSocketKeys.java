package io.weir.gateway.websocket;

import io.weir.contract.config.YamlSection;
import io.weir.contract.http.BearerTokens;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.net.TcpSettings;
import io.weir.gateway.setting.HttpKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.StreamKeys;

/** The keys of every input over WebSocket. */
record WebSocketKeys(TcpSettings tcp, BearerTokens tokens, int maxFrameBytes) {
    private static final int LINE_BYTES = 64 << 10;
    private static final int FRAME_BYTES = 64 << 10;

    public static WebSocketKeys read(InputName name, YamlSection section, int port, String wants) {
        return new WebSocketKeys(
                StreamKeys.lines(name, section, port, wants, LINE_BYTES, false),
                new BearerTokens(HttpKeys.tokens(section)),
                section.integer("frame-bytes", 1 << 10, 16 << 20, "a longer frame closes its connection")
                        .or(FRAME_BYTES));
    }

    WebSocketStage stage(Intakes intakes, boolean isBlankNewline) {
        return new WebSocketStage(tokens, maxFrameBytes, isBlankNewline, intakes.counts().rejectedConnections);
    }
}
