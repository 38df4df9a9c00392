package io.weir.gateway.input;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.net.UnixReceiver;
import io.weir.gateway.net.UnixSettings;
import java.nio.file.Path;

/** An input for line protocol over a Unix datagram socket, with many lines in a datagram. */
public record LineUnixSettings(String name, UnixSettings socket) implements InputSettings {
    private static final Path PATH = Path.of("/run/weir/metrics.sock");
    private static final String MODE = "0660";

    static LineUnixSettings read(InputName name, YamlSection section) {
        return new LineUnixSettings(
                name.text(),
                new UnixSettings(
                        section.value(
                                        "path",
                                        PATH,
                                        NamedFile::path,
                                        "path of the socket; created at the start, removed at the end")
                                .or(PATH),
                        section.value(
                                        "mode",
                                        FileMode.parse(MODE),
                                        FileMode::parse,
                                        "file mode of the socket: who may write to it may send")
                                .or(FileMode.parse(MODE), MODE),
                        Precision.read(section)));
    }

    @Override
    public int threads() {
        return 1;
    }

    @Override
    public Input open(Intakes intakes) {
        return UnixReceiver.open(socket, intakes);
    }
}
