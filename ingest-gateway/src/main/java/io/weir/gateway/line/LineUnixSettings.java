package io.weir.gateway.line;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineDatagrams;
import io.weir.gateway.intake.StampUnit;
import io.weir.gateway.net.UnixReceiver;
import io.weir.gateway.net.UnixSettings;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.Precision;
import io.weir.gateway.setting.UnixSocketKeys;
import java.nio.file.Path;

/** An input for line protocol over a Unix datagram socket, with many lines in a datagram. */
public record LineUnixSettings(String name, UnixSettings socket, StampUnit precision) implements InputSettings {
    private static final Path PATH = Path.of("/run/weir/metrics.sock");

    public static LineUnixSettings read(InputName name, YamlSection section) {
        return new LineUnixSettings(name.text(), UnixSocketKeys.read(section, PATH), Precision.read(section));
    }

    @Override
    public int threads() {
        return 1;
    }

    @Override
    public Input open(Intakes intakes) {
        return UnixReceiver.open(socket, intakes, loop -> new LineDatagrams(intakes.next(loop), precision));
    }
}
