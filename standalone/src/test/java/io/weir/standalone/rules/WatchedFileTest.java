package io.weir.standalone.rules;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedFileTest {

    private final Path file;
    private final WatchedFile watched;

    WatchedFileTest(@TempDir Path directory) throws IOException {
        file = Files.writeString(directory.resolve("rules.yaml"), "one");
        watched = new WatchedFile(file, 1_000, "one".getBytes(UTF_8));
    }

    @Test
    void newContentIsReturnedOnceAfterTwoEqualReads() throws IOException {
        assertThat(look()).isEmpty();

        Files.writeString(file, "half of tw");
        assertThat(look()).isEmpty();
        Files.writeString(file, "two");
        assertThat(look()).isEmpty();
        assertThat(look()).contains("two");
        assertThat(look()).isEmpty();
    }

    @Test
    void whatCannotBeReadIsNoContent() throws IOException {
        Files.writeString(file, "");
        assertThat(lookTwice()).isEmpty();
        Files.delete(file);
        assertThat(lookTwice()).isEmpty();
        Files.createDirectory(file);
        assertThat(lookTwice()).isEmpty();
        Files.delete(file);

        Files.writeString(file, "one");
        assertThat(lookTwice()).as("the same as before").isEmpty();
        Files.writeString(file, "two");
        assertThat(lookTwice()).contains("two");
    }

    private Optional<String> lookTwice() {
        assertThat(look()).isEmpty();
        return look();
    }

    private Optional<String> look() {
        return watched.poll() ? Optional.of(new String(watched.content(), UTF_8)) : Optional.empty();
    }
}
