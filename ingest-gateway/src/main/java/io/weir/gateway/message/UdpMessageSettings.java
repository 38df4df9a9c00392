package io.weir.gateway.message;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.DatagramIntake;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.limit.SequenceName;
import io.weir.gateway.net.UdpReceiver;
import io.weir.gateway.net.UdpSettings;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.MessageKeys;
import io.weir.gateway.setting.UdpSocketKeys;
import java.util.Optional;
import java.util.function.Function;

/**
 * An input for messages in datagrams: many lines, or one message of records.
 *
 * @param sequence the tag or field with sequence numbers of datagrams or lines
 */
public record UdpMessageSettings(String name, UdpSettings socket, MessageKeys messages, Optional<SequenceName> sequence)
        implements InputSettings {
    private static final int PORT = 8089;

    public static UdpMessageSettings read(InputName name, YamlSection section) {
        MessageKeys messages = MessageKeys.read(name, section);
        UdpMessageSettings settings = new UdpMessageSettings(
                name.text(),
                UdpSocketKeys.read(name, section, PORT, messages.wants()),
                messages,
                SequenceKeys.read(section));
        if (settings.sequence.isPresent() && !messages.areLines()) {
            section.refuse("sequence", "has an effect only on line protocol", "remove it");
        }
        return settings;
    }

    @Override
    public int threads() {
        return socket.threads();
    }

    @Override
    public Input open(Intakes intakes) {
        Function<LineIntake, DatagramIntake> datagrams = messages.datagrams();
        return UdpReceiver.open(
                socket, intakes, loop -> datagrams.apply(SequenceKeys.count(intakes.next(loop), sequence)));
    }
}
