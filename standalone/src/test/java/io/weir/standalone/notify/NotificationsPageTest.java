package io.weir.standalone.notify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alertmanager accepts the configurations of {@code docs/notifications.md}. */
class NotificationsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "notifications.md");
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\\n(# alertmanager\\.yml.*?)```", Pattern.DOTALL);

    @Test
    void everyConfigurationIsTaken(@TempDir Path directory) throws Exception {
        Program amtool = Alertmanager.required("amtool");
        List<MatchResult> examples =
                EXAMPLE.matcher(Files.readString(PAGE)).results().toList();

        assertThat(examples).isNotEmpty();
        for (MatchResult example : examples) {
            Path file = Files.writeString(directory.resolve("alertmanager.yml"), example.group(1));
            Process check = new ProcessBuilder(amtool.path().toString(), "check-config", file.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(check.getInputStream().readAllBytes(), UTF_8);
            assertThat(check.waitFor()).as(said).isZero();
            assertThat(said).contains("SUCCESS", "2 receivers");
        }
    }
}
