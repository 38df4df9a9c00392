package io.weir.standalone.send;

import java.io.IOException;
import java.io.InputStream;

/** A source of lines. */
interface Feed {
    /** Sends all lines. */
    Sent run(Outlet outlet) throws IOException;

    /** Generated lines. */
    static Feed generated(WorkloadShape shape, Load load) {
        Workload workload = new Workload(shape, (series, stampNanos) -> {});
        if (workload.longest(load.perDatagram()) > Wire.LONGEST_DATAGRAM) {
            throw new IllegalArgumentException(
                    "--lines " + load.perDatagram() + ": that many lines of " + shape.measurement()
                            + " do not fit into a datagram of " + Wire.LONGEST_DATAGRAM + " bytes; use fewer");
        }
        return outlet -> Generator.run(workload, load, outlet);
    }

    /** The lines of a file or pipe, which is opened immediately; {@code -} is standard input. */
    static Feed file(String name, Replay.Settings settings) {
        InputStream lines = NamedStream.input(name);
        return outlet -> {
            try (lines) {
                return new Replay(lines, settings, outlet).run();
            }
        };
    }
}
