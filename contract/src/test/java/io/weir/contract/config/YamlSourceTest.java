package io.weir.contract.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlSourceTest {
    private final Path folder;

    YamlSourceTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private static String read(YamlSource source) {
        return source.read(root -> root.text("a", "").or("left out"));
    }

    @Test
    void readsAFile() throws IOException {
        assertThat(read(YamlSource.file(Files.writeString(folder.resolve("a.yaml"), "\uFEFFa: ü\r\n"))))
                .isEqualTo("ü");
        assertThat(read(YamlSource.fileIfExists(folder.resolve("none.yaml")))).isEqualTo("left out");
    }

    @Test
    void reportsWhyAFileIsUnreadable() {
        assertThatThrownBy(() -> YamlSource.file(folder.resolve("none.yaml")))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("none.yaml: does not exist; looked for /");
        assertThatThrownBy(() -> YamlSource.file(folder))
                .isInstanceOf(MistakesException.class)
                .hasMessage(folder + ": is a directory; name the file in it");
    }

    @Test
    void refusesBytesThatAreNoText() throws IOException {
        Path file = Files.write(folder.resolve("a.yaml"), new byte[] {'a', ':', '\n', (byte) 0xC3, '('});

        assertThatThrownBy(() -> read(YamlSource.file(file)))
                .hasMessage(file + ":2: is not UTF-8 text; save it as UTF-8");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a: 1\\na: 2 | a.yaml:2: a: is written twice, first in line 1; keep one of them",
                "b: {a: 1, a: 2}\\na: | a.yaml:1: b.a: is written twice",
                "- 1 | a.yaml:1: must be a mapping of keys to values, was a list",
                "just text | a.yaml:1: must be a mapping of keys to values, was \"just text\"",
                "a: &x 1 | a.yaml:1: a: uses a YAML anchor or alias; write the value out",
                "a: *x | a.yaml:1: a: uses a YAML anchor or alias; write the value out",
                "a: !!int 1 | a.yaml:1: a: uses a YAML tag; remove it",
                "a: !!java.net.URL [x] | a.yaml:1: a: uses a YAML tag; remove it",
                "? [a] \\n: 1 | a.yaml:1: has a key that is not plain text",
                "a: 1\\n---\\na: 2 | a.yaml:2: begins a second document; keep one per file",
                "a: 1\\n\\tb: 2 | a.yaml:2: is not YAML",
                "a: [1 | a.yaml:1: is not YAML",
                "a: \"x | a.yaml:1: is not YAML",
                "a: 1\\nb\\n | a.yaml:3: is not YAML",
                "a: x\u0001y | a.yaml:1: contains a character that YAML forbids, code 1",
            })
    void refusesWhatIsNoSimpleDocument(String escaped, String said) {
        String text = escaped.replace("\\n", "\n").replace("\\t", "\t");

        assertThatThrownBy(() -> read(YamlSource.text("a.yaml", text)))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining(said);
    }

    @Test
    void boundsDepthAndSize() throws IOException {
        assertThatThrownBy(() -> read(YamlSource.text("a.yaml", "a: " + "[".repeat(100_000))))
                .hasMessage("a.yaml:1: is nested deeper than 50 levels");
        Path large = Files.write(folder.resolve("large.yaml"), new byte[(16 << 20) + 1]);
        assertThatThrownBy(() -> YamlSource.file(large)).hasMessageContaining("is larger than 7 MiB");
    }
}
