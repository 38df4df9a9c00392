package io.weir.gateway.message;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.DatagramIntake;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.net.UnixReceiver;
import io.weir.gateway.net.UnixSettings;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.MessageKeys;
import io.weir.gateway.setting.UnixSocketKeys;
import java.nio.file.Path;
import java.util.function.Function;

/** An input for messages over a Unix datagram socket, as over UDP. */
public record UnixMessageSettings(String name, UnixSettings socket, MessageKeys messages) implements InputSettings {
    private static final Path PATH = Path.of("/run/weir/metrics.sock");

    public static UnixMessageSettings read(InputName name, YamlSection section) {
        return new UnixMessageSettings(
                name.text(), UnixSocketKeys.read(section, PATH), MessageKeys.read(name, section));
    }

    @Override
    public int threads() {
        return 1;
    }

    @Override
    public Input open(Intakes intakes) {
        Function<LineIntake, DatagramIntake> datagrams = messages.datagrams();
        return UnixReceiver.open(socket, intakes, loop -> datagrams.apply(intakes.next(loop)));
    }
}
