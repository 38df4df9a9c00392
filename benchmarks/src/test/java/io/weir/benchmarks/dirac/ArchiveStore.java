package io.weir.benchmarks.dirac;

import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.writer.store.archive.ArchiveDirectory;
import io.weir.writer.store.archive.Compaction;
import io.weir.writer.store.archive.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** An archive, which {@code weir archive compact} compacted. It has no query language without a program that reads it. */
record ArchiveStore(TemporaryDirectory directory) implements Store {

    static ArchiveStore start() throws IOException {
        return new ArchiveStore(TemporaryDirectory.create());
    }

    private Path root() {
        return directory.path().resolve("archive");
    }

    /** Files that are complete soon after the last record. */
    @Override
    public String url() {
        return "archive:" + root() + "?every=10s&memory-mib=256";
    }

    @Override
    public long records() throws IOException {
        return ArchiveDirectory.of(root()).lines(Selection.ALL, (bytes, length, count) -> {});
    }

    @Override
    public Optional<PlotApi> direct() {
        return Optional.empty();
    }

    @Override
    public void prepare(Path rules) throws IOException {
        if (Files.exists(root())) {
            try (Compaction compaction = Compaction.open(ArchiveDirectory.of(root()), file -> {})) {
                compaction.run(Selection.ALL);
            }
        }
    }

    @Override
    public void close() {
        directory.close();
    }
}
