package io.weir.contract.rule;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A rule file of the test data. The mistakes of a bad file are at its end. Each mistake begins with
 * {@code #= LINE: …}; a line with at least three spaces after {@code #=} continues it.
 *
 * @param name of the file, in messages
 */
public record RuleCase(String name, String text) {

    private static final Pattern CONTINUATION = Pattern.compile("\\R#= {3,}");

    public static List<RuleCase> good() {
        return in("/rules/good");
    }

    /** Files that are accepted with warnings, which are listed like mistakes. */
    public static List<RuleCase> subtle() {
        return in("/rules/subtle");
    }

    public static List<RuleCase> bad() {
        return in("/rules/bad");
    }

    /** Each in the form of a message. */
    public List<String> expectedMistakes() {
        return CONTINUATION
                .matcher(text)
                .replaceAll(" ")
                .lines()
                .filter(line -> line.startsWith("#= "))
                .map(line -> line.substring(3))
                .map(line -> name + (Character.isDigit(line.charAt(0)) ? ":" : ": ") + line)
                .toList();
    }

    @Override
    public String toString() {
        return name;
    }

    private static List<RuleCase> in(String folder) {
        try {
            URI uri = Objects.requireNonNull(RuleCase.class.getResource(folder), folder)
                    .toURI();
            if (!uri.getScheme().equals("jar")) {
                return read(Path.of(uri));
            }
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                return read(jar.getPath(folder));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<RuleCase> read(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().map(RuleCase::of).toList();
        }
    }

    private static RuleCase of(Path file) {
        try {
            return new RuleCase(String.valueOf(file.getFileName()), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
