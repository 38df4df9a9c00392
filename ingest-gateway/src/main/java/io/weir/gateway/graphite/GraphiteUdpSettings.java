package io.weir.gateway.graphite;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.TextDatagrams;
import io.weir.gateway.net.UdpReceiver;
import io.weir.gateway.net.UdpSettings;
import io.weir.gateway.path.Templates;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.UdpSocketKeys;

/** An input for Graphite's plaintext protocol over UDP. */
public record GraphiteUdpSettings(String name, UdpSettings socket, Templates templates) implements InputSettings {

    public static GraphiteUdpSettings read(InputName name, YamlSection section) {
        return new GraphiteUdpSettings(
                name.text(),
                UdpSocketKeys.read(name, section, GraphiteSettings.PORT, "Graphite's plaintext protocol"),
                Templates.read(section));
    }

    @Override
    public int threads() {
        return socket.threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return UdpReceiver.open(
                socket, intakes, loop -> new TextDatagrams(new GraphiteMapping(intakes.next(loop), templates)));
    }
}
