package io.weir.gateway.input;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.net.TcpInput;
import io.weir.gateway.net.TcpSettings;
import java.time.Duration;

/** An input for line protocol over TCP, one line after the other. */
public record LineTcpSettings(String name, TcpSettings tcp) implements InputSettings {
    private static final int PORT = 8089;
    private static final int LINE_BYTES = 64 << 10;

    static LineTcpSettings read(InputName name, YamlSection section) {
        return new LineTcpSettings(
                name.text(),
                new TcpSettings(
                        StreamKeys.read(name, section, PORT, "line protocol"),
                        section.integer("line-bytes", 64, 16 << 20, "a longer line is rejected")
                                .or(LINE_BYTES),
                        section.duration(
                                        "idle-timeout",
                                        Duration.ZERO,
                                        "a connection that sends nothing for so long is closed; 0s for never")
                                .or(Duration.ofHours(1)),
                        Precision.read(section)));
    }

    @Override
    public int threads() {
        return tcp.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return TcpInput.open(tcp, intakes);
    }
}
