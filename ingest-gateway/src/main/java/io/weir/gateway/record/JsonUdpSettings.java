package io.weir.gateway.record;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.MessageDatagrams;
import io.weir.gateway.mapping.RecordFormat;
import io.weir.gateway.mapping.RecordIntake;
import io.weir.gateway.mapping.RecordMapping;
import io.weir.gateway.net.UdpReceiver;
import io.weir.gateway.net.UdpSettings;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.MappingKeys;
import io.weir.gateway.setting.UdpSocketKeys;

/** An input for JSON records in datagrams. */
public record JsonUdpSettings(String name, UdpSettings socket, MappingKeys keys) implements InputSettings {

    public static JsonUdpSettings read(InputName name, YamlSection section) {
        return new JsonUdpSettings(
                name.text(),
                UdpSocketKeys.read(name, section, JsonTcpSettings.PORT, "JSON records"),
                MappingKeys.read(name, section));
    }

    @Override
    public int threads() {
        return socket.threads();
    }

    @Override
    public Input open(Intakes intakes) {
        RecordMapping mapping = keys.mapping();
        return UdpReceiver.open(socket, intakes, loop -> {
            LineIntake lines = intakes.next(loop);
            return new MessageDatagrams(lines, new RecordIntake(lines, mapping, RecordFormat.JSON)::message);
        });
    }
}
