package io.weir.standalone.send;

import io.weir.contract.service.StartException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the lines come from. */
interface Feed {
    /** Sends all of it. */
    Sent run(Outlet outlet) throws IOException;

    /** Lines that are made up. */
    static Feed generated(WorkloadShape shape, Load load) {
        Workload workload = new Workload(shape, (series, stampNanos) -> {});
        if (workload.longest(load.perDatagram()) > Wire.LONGEST_DATAGRAM) {
            throw new IllegalArgumentException("--lines " + load.perDatagram() + ": of " + shape.measurement()
                    + " so many do not fit into a datagram of " + Wire.LONGEST_DATAGRAM + " bytes; take fewer");
        }
        return outlet -> Generator.run(workload, load, outlet);
    }

    /** Those of a file; {@code -} is standard input. */
    static Feed file(String name, Replay.Settings settings) {
        if (!name.equals("-") && Files.notExists(Path.of(name))) {
            throw new StartException("no file " + name);
        }
        if (Files.isDirectory(Path.of(name))) {
            throw new StartException(name + " is a directory; name the file in it");
        }
        return outlet -> {
            if (name.equals("-")) {
                return new Replay(System.in, settings, outlet).run();
            }
            try (InputStream in = Files.newInputStream(Path.of(name))) {
                return new Replay(in, settings, outlet).run();
            }
        };
    }
}
