package io.weir.standalone.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Refusal;
import io.weir.contract.service.StartException;
import io.weir.standalone.option.StoreOption;
import io.weir.writer.Restore;
import io.weir.writer.WriterConfig;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.store.archive.ArchiveDirectory;
import io.weir.writer.store.archive.LineSink;
import io.weir.writer.store.archive.Selection;
import io.weir.writer.store.directory.DirectoryUrl;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir archive restore}: archived lines into a store. */
@Command(
        name = "restore",
        description = "Writes archived lines into a store, as the writer does. Waits while the store is unavailable."
                + " Lines that the store refuses go to the standard output, each after a comment with the reason."
                + " Exit code 0 if the store has all lines with all fields, 1 if it refused some lines, or skipped texts"
                + " because it stores numbers only. The writer's routes, type-changes and texts do not apply. May be"
                + " repeated: most stores replace what they have already (docs/storage.md, 'a repeated line').",
        mixinStandardHelpOptions = true)
final class RestoreCommand implements Callable<Integer> {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);
    private static final Duration PROGRESS_EVERY = Duration.ofSeconds(5);
    private static final long NO_LIMIT = Long.MAX_VALUE;

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Mixin
    private Directory directory = new Directory();

    @Mixin
    private Choice choice = new Choice();

    @Option(
            names = "--into",
            paramLabel = "URL",
            required = true,
            description = "The store, as in the writer's settings, such as influxdb1://weir@db1/metrics.")
    private String into = "";

    @Mixin
    private StoreOption stores = new StoreOption();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A file with the store's password or token; else the variable WEIR_STORE_TOKEN.")
    private @Nullable String tokenFile;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "At most N lines per second, on average (default: as fast as the store accepts them).")
    private long rate = NO_LIMIT;

    /** Lines on their way, and the progress. */
    private final class Counter implements LineSink {
        private final Restore restore;
        private final long allBytes;
        private long bytes;
        private long reportedNanos = System.nanoTime();

        Counter(Restore restore, long allBytes) {
            this.restore = restore;
            this.allBytes = allBytes;
        }

        @Override
        public void lines(byte[] lines, int length, int count) throws IOException {
            restore.lines(lines, length, count);
            long now = System.nanoTime();
            if (now - reportedNanos >= PROGRESS_EVERY.toNanos()) {
                reportedNanos = now;
                report();
            }
        }

        @Override
        public void finished(long fileBytes) {
            bytes += fileBytes;
        }

        private void report() {
            PrintWriter err = command.commandLine().getErr();
            err.printf(
                    Locale.ROOT,
                    "%d lines written, %.0f %% of the files read%n",
                    restore.written(),
                    allBytes == 0 ? 100.0 : 100.0 * bytes / allBytes);
            err.flush();
        }
    }

    @Override
    public Integer call() {
        if (rate < 1) {
            throw new StartException("--rate must be at least 1, was " + rate);
        }
        StoreUrl url = url();
        ArchiveDirectory archive = directory.open();
        Selection selection = choice.selection();
        StoreOptions options = new StoreOptions(token(), ANSWER_WITHIN);
        PrintWriter out = command.commandLine().getOut();
        // Log output must not mix with the refused lines.
        System.setOut(System.err);
        try (Restore restore = new Restore(url, options, rate, (line, reason) -> refused(out, line, reason))) {
            restore.check();
            long[] bytes = {0};
            archive.visit(selection, file -> bytes[0] += file.size());
            archive.lines(selection, new Counter(restore, bytes[0]));
            restore.flush();
            return report(restore);
        } catch (IOException e) {
            throw new StartException("cannot restore into " + url.text() + ": " + e.getMessage(), e);
        }
    }

    private int report(Restore restore) {
        PrintWriter err = command.commandLine().getErr();
        err.println(restore.written() - restore.refused() + " lines restored, " + restore.refused() + " refused"
                + (restore.skipped() == 0
                        ? ""
                        : ", " + restore.skipped() + " texts skipped: the store has numbers only"));
        err.flush();
        boolean isComplete = restore.refused() == 0 && restore.skipped() == 0;
        return isComplete ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private StoreUrl url() {
        StoreCatalog known = stores.stores();
        known.unusable().forEach(command.commandLine().getErr()::println);
        StoreUrl url = StoreOption.parse(known, "--into", into);
        if (url instanceof DirectoryUrl || into.equals(Stores.EMBEDDED)) {
            throw new StartException("--into " + into + " is no server: name the address of a store, such as"
                    + " questdb://HOST or influxdb1://HOST/DATABASE");
        }
        return url;
    }

    private Optional<String> token() {
        try {
            return Optional.ofNullable(tokenFile)
                    .map(NamedFile::secret)
                    .or(() -> Optional.ofNullable(System.getenv(WriterConfig.TOKEN)));
        } catch (Refusal e) {
            throw new StartException("--token-file " + e.getMessage(), e);
        }
    }

    private static void refused(PrintWriter out, byte[] line, String reason) {
        out.println("# " + reason.replaceAll("\\p{Cntrl}", " "));
        out.println(new String(line, UTF_8));
        out.flush();
    }
}
