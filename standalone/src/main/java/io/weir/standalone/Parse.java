package io.weir.standalone;

import io.weir.gateway.parse.ParseReport;
import java.io.IOException;
import java.nio.file.Files;
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

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "Line protocol; without it standard input is read.")
    private Optional<Path> file = Optional.empty();

    @Override
    public Integer call() {
        try {
            byte[] bytes = file.isPresent() ? Files.readAllBytes(file.get()) : System.in.readAllBytes();
            return ParseReport.write(bytes, System.out) == 0 ? 0 : 1;
        } catch (IOException e) {
            System.err.println("parse: cannot read or write: " + e);
            return 1;
        }
    }
}
