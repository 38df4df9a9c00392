package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Long, because it may have to build the archive. */
@Tag("long")
class ClassArchiveTest {

    private static final Map<String, String> LOG = Map.of("JDK_JAVA_OPTIONS", "-Xlog:class+load");

    @Test
    void onlyLibrariesComeFromTheArchive(@TempDir Path directory) throws Exception {
        ClassArchive.buildIfMissing();
        try (WeirProcess weir = WeirProcess.start(directory, LOG, new String[] {"--version"})) {
            assertThat(weir.awaitExit()).isZero();
            assertThat(weir.output())
                    .containsPattern("picocli\\.CommandLine source: shared objects file")
                    .containsPattern("io\\.weir\\.standalone\\.Weir source: file:");
        }
    }

    @Test
    void anotherClassPathHasNoArchive() {
        ClassArchive.buildIfMissing();

        assertThat(ClassArchive.options("x.jar:y.jar")).containsExactly("-cp", "x.jar:y.jar");
    }
}
