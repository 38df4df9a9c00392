package io.weir.gateway.tail;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Refusal;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.function.BiConsumer;
import java.util.regex.PatternSyntaxException;

/** Finds the paths that match a pattern, part by part. Immutable. */
final class PathPattern {
    private static final String WILDCARDS = ".*[*?\\[{].*";

    private final Path pattern;

    /**
     * The pattern, if it is one.
     *
     * @throws Refusal if it is not
     */
    static String checked(String pattern) {
        for (Path part : NamedFile.path(pattern)) {
            try {
                FileSystems.getDefault().getPathMatcher("glob:" + part);
            } catch (PatternSyntaxException e) {
                throw new Refusal(
                        "has the part " + Refusal.quote(part.toString()) + ": " + e.getDescription(),
                        "in a part, *, ? and [a-z] match characters");
            }
        }
        return pattern;
    }

    PathPattern(String pattern) {
        this.pattern = Path.of(pattern).toAbsolutePath();
    }

    /**
     * Adds the paths that match and exist.
     *
     * @param unreadable called for each directory that cannot be read
     */
    void find(Collection<Path> found, BiConsumer<Path, IOException> unreadable) {
        find(pattern.getRoot(), 0, found, unreadable);
    }

    private void find(Path base, int index, Collection<Path> found, BiConsumer<Path, IOException> unreadable) {
        if (index == pattern.getNameCount()) {
            if (Files.exists(base)) {
                found.add(base);
            }
            return;
        }
        String part = pattern.getName(index).toString();
        if (!part.matches(WILDCARDS)) {
            find(base.resolve(part), index + 1, found, unreadable);
            return;
        }
        try (DirectoryStream<Path> children = Files.newDirectoryStream(base, part)) {
            for (Path child : children) {
                find(child, index + 1, found, unreadable);
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            // Nothing matches.
        } catch (DirectoryIteratorException e) {
            unreadable.accept(base, e.getCause());
        } catch (IOException e) {
            unreadable.accept(base, e);
        }
    }
}
