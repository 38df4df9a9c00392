package io.weir.gateway.apmon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.gateway.setting.InputName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApMonSettingsTest {
    @Test
    void listensWhereApMonSends() {
        ApMonSettings settings = read("");
        assertThat(settings.socket().port()).isEqualTo(8884);
        assertThat(settings.nodeTags()).isEmpty();
        assertThat(settings.password()).isEmpty();
    }

    @Test
    void takesThePasswordFromAFileWithoutItsLineFeed(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("password"), " secret \n");
        ApMonSettings settings = read("password-file: " + file);
        assertThat(settings.password()).contains("secret");
    }

    @Test
    void anUnreadablePasswordOpensNoInput(@TempDir Path directory) throws IOException {
        Path empty = Files.createFile(directory.resolve("empty"));
        for (Path file : new Path[] {empty, directory.resolve("missing")}) {
            assertThatThrownBy(() -> read("password-file: " + file))
                    .isInstanceOf(MistakesException.class)
                    .hasMessageContaining("password-file")
                    .hasMessageContaining(file.toString());
        }
    }

    private static ApMonSettings read(String yaml) {
        return YamlSource.text("test", yaml).read(section -> ApMonSettings.read(new InputName("apmon", true), section));
    }
}
