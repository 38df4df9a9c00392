package io.weir.standalone;

import io.weir.contract.service.StartException;
import io.weir.contract.yaml.NamedFile;
import io.weir.contract.yaml.Refusal;
import io.weir.gateway.parse.ParseReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code weir parse}: what the gateway makes of some bytes. */
@Command(
        name = "parse",
        description = "Shows what the gateway makes of line protocol: one JSON object per metric or refused line."
                + " Exit code 1 if a line is refused.",
        mixinStandardHelpOptions = true)
final class Parse implements Callable<Integer> {

    private static final int MAX_BYTES = 1 << 30;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "Line protocol; without it standard input is read.")
    private Optional<Path> file = Optional.empty();

    @Override
    public Integer call() {
        try {
            byte[] bytes = file.isPresent() ? read(file.get()) : System.in.readAllBytes();
            return ParseReport.write(bytes, System.out) == 0 ? 0 : 1;
        } catch (IOException e) {
            throw new StartException("cannot read or write: " + e.getMessage(), e);
        }
    }

    private static byte[] read(Path file) {
        try {
            return NamedFile.read(file, MAX_BYTES);
        } catch (Refusal e) {
            throw new StartException(file + ": " + e.getMessage(), e);
        }
    }
}
