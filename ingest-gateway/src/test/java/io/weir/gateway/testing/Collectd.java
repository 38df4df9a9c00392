package io.weir.gateway.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The real collectd, as host {@code flp1}. */
public final class Collectd {
    private Collectd() {}

    /** Starts collectd with a configuration, which it writes to {@code folder}. */
    public static Daemon start(Path folder, String conf) throws IOException {
        Path file = folder.resolve("collectd.conf");
        Files.writeString(file, """
                Hostname "flp1"
                FQDNLookup false
                BaseDir "%1$s"
                PIDFile "%1$s/collectd.pid"
                LoadPlugin logfile
                <Plugin logfile>
                  File STDERR
                </Plugin>
                %2$s""".formatted(folder, conf));
        Path program = Daemon.find("collectd", "collectd-core");
        return Daemon.start(folder, List.of(program.toString(), "-f", "-C", file.toString()));
    }
}
