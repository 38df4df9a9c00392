package io.weir.gateway.statsd;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.TextDatagrams;
import io.weir.gateway.net.UnixReceiver;
import io.weir.gateway.net.UnixSettings;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.UnixSocketKeys;
import java.nio.file.Path;

/** An input for StatsD's samples over a Unix datagram socket, as Datadog's clients send them. */
public record StatsdUnixSettings(String name, UnixSettings socket, StatsdKeys keys) implements InputSettings {
    private static final Path PATH = Path.of("/run/weir/statsd.sock");

    public static StatsdUnixSettings read(InputName name, YamlSection section) {
        return new StatsdUnixSettings(name.text(), UnixSocketKeys.read(section, PATH), StatsdKeys.read(section));
    }

    @Override
    public int threads() {
        return 1;
    }

    @Override
    public Input open(Intakes intakes) {
        return UnixReceiver.open(socket, intakes, loop -> new TextDatagrams(keys.mapping(intakes.next(loop))));
    }
}
