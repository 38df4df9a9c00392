package io.weir.writer.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads the files of a {@code file:DIR}. */
public final class FilesOfLines {
    private FilesOfLines() {}

    /** The complete files, in the order of their names. */
    public static List<Path> in(Path directory) {
        if (Files.notExists(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".lp.zst"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text of all complete files, one after another. */
    public static String text(Path directory) {
        StringBuilder text = new StringBuilder();
        for (Path file : in(directory)) {
            try (InputStream in = new ZstdInputStreamNoFinalizer(Files.newInputStream(file))) {
                text.append(new String(in.readAllBytes(), UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(file.toString(), e);
            }
        }
        return text.toString();
    }
}
