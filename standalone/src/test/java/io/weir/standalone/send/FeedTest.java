package io.weir.standalone.send;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedTest {
    private static final Replay.Settings FAST = new Replay.Settings(ReplayPace.MAX, 0, 10, false);

    private final ManualTime time = new ManualTime();
    private final WireTape wire = new WireTape(time);
    private final Path file;

    FeedTest(@TempDir Path directory) {
        this.file = directory.resolve("lines.lp.zst");
    }

    private Sent run(byte[] content) throws IOException {
        Files.write(file, content);
        Progress progress = new Progress(new PrintStream(new ByteArrayOutputStream(), true, UTF_8), false);
        return Feed.file(file.toString(), FAST).run(new Outlet(wire, time, progress, () -> false));
    }

    @Test
    void compressedLinesAreSentAsTheyWere() throws IOException {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        frames.writeBytes(Zstd.compress("a v=1 1\nb v=2 2\n".getBytes(UTF_8)));
        frames.writeBytes(Zstd.compress("c v=3 3\n".getBytes(UTF_8)));

        run(frames.toByteArray());

        assertThat(wire.lines()).containsExactly("a v=1 1", "b v=2 2", "c v=3 3");
    }

    @Test
    void aFileThatIsCutIsNamed() {
        byte[] whole = Zstd.compress("a v=1 1\n".repeat(1000).getBytes(UTF_8));

        assertThatThrownBy(() -> run(Arrays.copyOf(whole, whole.length - 3)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file + " is no complete zstd file");
        assertThatThrownBy(() -> run("a v=1 1\n".getBytes(UTF_8)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file + " is no complete zstd file");
    }
}
