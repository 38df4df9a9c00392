package io.weir.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.FilesOfLines;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A writer of compressed lines is killed at random moments. */
@Tag("long")
class FilesKillTest extends DirectoryKills {
    FilesKillTest(@TempDir Path directory) {
        super(directory);
    }

    @Override
    String scheme() {
        return "file";
    }

    @Override
    long ranges() {
        return FilesOfLines.in(files).size();
    }

    @Override
    String lines() {
        return FilesOfLines.text(files);
    }

    @Override
    void check(int count) {
        assertThat(lines().lines()).as("lines, none twice; seed %d", seed).hasSize(count);
        System.out.println("FilesKillTest: " + count + " lines in " + ranges() + " files");
    }
}
