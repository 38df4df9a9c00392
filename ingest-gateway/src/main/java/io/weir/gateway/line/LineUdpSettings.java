package io.weir.gateway.line;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineDatagrams;
import io.weir.gateway.intake.StampUnit;
import io.weir.gateway.limit.SequenceName;
import io.weir.gateway.net.UdpReceiver;
import io.weir.gateway.net.UdpSettings;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.Precision;
import io.weir.gateway.setting.UdpSocketKeys;
import java.util.Optional;

/**
 * An input for line protocol over UDP, with many lines in a datagram.
 *
 * @param precision unit of the senders' timestamps
 * @param sequence the tag or field with sequence numbers of datagrams or lines
 */
public record LineUdpSettings(String name, UdpSettings socket, StampUnit precision, Optional<SequenceName> sequence)
        implements InputSettings {
    private static final int PORT = 8089;

    public static LineUdpSettings read(InputName name, YamlSection section) {
        return new LineUdpSettings(
                name.text(),
                UdpSocketKeys.read(name, section, PORT, "line protocol"),
                Precision.read(section),
                SequenceKeys.read(section));
    }

    @Override
    public int threads() {
        return socket.threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return UdpReceiver.open(
                socket,
                intakes,
                loop -> new LineDatagrams(SequenceKeys.count(intakes.next(loop), sequence), precision));
    }
}
