package io.weir.gateway.flume;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.net.UdpReceiver;
import io.weir.gateway.net.UdpSettings;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.Precision;
import io.weir.gateway.setting.UdpSocketKeys;

/**
 * An input for Flume events in JSON over UDP, as sent by the O2 Monitoring library.
 *
 * @param precision unit of the header {@code timestamp}
 */
public record FlumeUdpSettings(String name, UdpSettings socket, StampUnit precision) implements InputSettings {
    /**
     * The port of the example of the farm's own source, {@code flume-udp-source/config/o2.conf}.
     */
    private static final int PORT = 8092;

    public static FlumeUdpSettings read(InputName name, YamlSection section) {
        return new FlumeUdpSettings(
                name.text(), UdpSocketKeys.read(name, section, PORT, "Flume events"), Precision.read(section));
    }

    @Override
    public int threads() {
        return socket.threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return UdpReceiver.open(socket, intakes, loop -> new FlumeIntake(intakes.next(loop), precision));
    }
}
