package io.weir.gateway.setting;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.YamlSection;
import io.weir.gateway.net.UnixSettings;
import java.nio.file.Path;

/** The keys of a Unix datagram socket. */
public final class UnixSocketKeys {
    private static final String MODE = "0660";

    private UnixSocketKeys() {}

    public static UnixSettings read(YamlSection section, Path path) {
        return new UnixSettings(
                section.value(
                                "path",
                                path,
                                NamedFile::path,
                                "path of the socket; created at the start, removed at the end")
                        .or(path),
                section.value(
                                "mode",
                                FileMode.parse(MODE),
                                FileMode::parse,
                                "file mode of the socket: who may write to it may send")
                        .or(FileMode.parse(MODE), MODE));
    }
}
