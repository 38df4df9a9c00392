package io.weir.standalone.send;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;

/** A source of lines. */
interface Feed {
    /** The end of the names of compressed files. */
    String ZSTD = ".zst";

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

    /**
     * The lines of a file or pipe, which is opened immediately; {@code -} is standard input. A file whose name ends with
     * {@code .zst} is decompressed.
     */
    static Feed file(String name, Replay.Settings settings) {
        InputStream bytes = NamedStream.input(name);
        return outlet -> {
            try (InputStream lines = name.endsWith(ZSTD) ? new ZstdInputStreamNoFinalizer(bytes) : bytes) {
                return new Replay(lines, settings, outlet).run();
            } catch (ZstdIOException e) {
                throw new IOException(name + " is no complete zstd file: " + e.getMessage(), e);
            }
        };
    }
}
