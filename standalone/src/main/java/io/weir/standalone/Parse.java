package io.weir.standalone;

import io.weir.contract.service.StartException;
import io.weir.gateway.parse.ParseReport;
import io.weir.standalone.send.NamedStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code weir parse}: shows how the gateway parses given bytes. */
@Command(
        name = "parse",
        description = "Shows how the gateway reads line protocol: one JSON object per metric or refused"
                + " line. Exit code 1 if a line is refused.",
        mixinStandardHelpOptions = true)
final class Parse implements Callable<Integer> {

    private static final int MAX_BYTES = 1 << 30;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "Line protocol (default: standard input).")
    private String file = NamedStream.STANDARD;

    @Override
    public Integer call() {
        try (InputStream in = NamedStream.input(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES);
            if (in.read() >= 0) {
                throw new StartException(NamedStream.inputName(file) + " has more than " + (MAX_BYTES >> 20)
                        + " MiB: parse a part of it, such as the first lines with head");
            }
            return ParseReport.write(bytes, System.out) == 0 ? 0 : 1;
        } catch (IOException e) {
            throw new StartException("cannot read or write: " + e.getMessage(), e);
        }
    }
}
