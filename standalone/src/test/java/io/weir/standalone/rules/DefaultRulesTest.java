package io.weir.standalone.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import io.weir.standalone.embedded.DataDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefaultRulesTest {

    @Test
    void areWrittenIfMissingAndCanBeLoaded(@TempDir Path directory) {
        try (DataDirectory data = DataDirectory.open(directory)) {
            Path file = DefaultRules.in(data);

            assertThat(file).isEqualTo(directory.toAbsolutePath().resolve("rules.yaml"));
            assertThat(RuleLoader.load(file).version()).hasSize(12);
        }
    }

    @Test
    void neverOverwriteAnExistingFile(@TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("rules.yaml"), "version: 1 # mine\n");
        try (DataDirectory data = DataDirectory.open(directory)) {
            assertThat(DefaultRules.in(data)).hasContent("version: 1 # mine\n");
        }
    }
}
