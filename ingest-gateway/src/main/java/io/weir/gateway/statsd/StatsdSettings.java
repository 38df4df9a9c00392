package io.weir.gateway.statsd;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.TextDatagrams;
import io.weir.gateway.net.UdpReceiver;
import io.weir.gateway.net.UdpSettings;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.UdpSocketKeys;

/** An input for StatsD's samples over UDP. */
public record StatsdSettings(String name, UdpSettings socket, StatsdKeys keys) implements InputSettings {

    public static StatsdSettings read(InputName name, YamlSection section) {
        return new StatsdSettings(
                name.text(),
                UdpSocketKeys.read(name, section, StatsdKeys.PORT, StatsdKeys.PROTOCOL),
                StatsdKeys.read(section));
    }

    @Override
    public int threads() {
        return socket.threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return UdpReceiver.open(socket, intakes, loop -> new TextDatagrams(keys.mapping(intakes.next(loop))));
    }
}
