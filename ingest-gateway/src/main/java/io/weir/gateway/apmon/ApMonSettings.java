package io.weir.gateway.apmon;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.net.UdpReceiver;
import io.weir.gateway.net.UdpSettings;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.UdpSocketKeys;
import java.util.List;
import java.util.Optional;

/**
 * An input for packets of MonALISA's client library.
 *
 * @param password that every packet must contain; empty to accept any or none
 * @param nodeTags tags into which a node's name is split; empty for the single tag {@code node}
 */
public record ApMonSettings(String name, UdpSettings socket, Optional<String> password, List<String> nodeTags)
        implements InputSettings {
    private static final int PORT = 8884;

    public static ApMonSettings read(InputName name, YamlSection section) {
        return new ApMonSettings(
                name.text(),
                UdpSocketKeys.read(name, section, PORT, "ApMon"),
                section.value(
                                "password-file",
                                "",
                                NamedFile::secret,
                                "file with the password that every packet must contain")
                        .optional(),
                section.texts(
                                "node-tags",
                                "names for the parts of a node's name, split at commas, that have no name of their own;"
                                        + " omitted, the whole name is the tag node")
                        .or(List.of()));
    }

    @Override
    public int threads() {
        return socket.threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return UdpReceiver.open(socket, intakes, loop -> new ApMonIntake(intakes.next(loop), password, nodeTags));
    }
}
