package io.weir.standalone.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.store.archive.ArchiveCheck;
import io.weir.writer.store.archive.ArchiveDirectory;
import io.weir.writer.store.archive.Selection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A writer that archives is killed at random moments. */
@Tag("long")
class ArchiveKillTest extends DirectoryKills {
    ArchiveKillTest(@TempDir Path directory) {
        super(directory);
    }

    @Override
    String scheme() {
        return "archive";
    }

    @Override
    long ranges() {
        long[] count = {0};
        try {
            if (Files.exists(files.resolve("_weir"))) {
                ArchiveDirectory.of(files).visit(Selection.ALL, file -> count[0]++);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return count[0];
    }

    @Override
    String lines() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ArchiveDirectory.of(files).export(Selection.ALL, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(UTF_8);
    }

    @Override
    void check(int count) throws IOException {
        List<String> problems = new ArrayList<>();
        ArchiveCheck.Outcome outcome = new ArchiveCheck(ArchiveDirectory.of(files), problems::add).run();
        assertThat(problems).as("seed %d", seed).isEmpty();
        assertThat(outcome.rows()).as("lines, none twice; seed %d", seed).isEqualTo(count);
        System.out.println("ArchiveKillTest: " + outcome);
    }
}
