package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages name only existing classes, methods, tests and other pages. */
class DocumentedNamesTest {
    private static final Path ROOT = Path.of("..");

    /**
     * Code that looks like one of our classes or its method: {@code `BlockStore`},
     * {@code `BlockStore.commit`}.
     */
    private static final Pattern NAME = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)(?:\\.([a-z]\\w*))?`");

    /** A test, beside the claim that it shows: {@code `SpoolTest`}, {@code `SpoolTest.aFlippedBitCostsOneFrame`}. */
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)(?:\\.(\\w+))?`");

    private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#\\s]+)");

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/architecture.md"})
    void everyClassAndMethodExists(String page) throws IOException {
        List<Path> sources = sources();
        List<MatchResult> names =
                NAME.matcher(Files.readString(ROOT.resolve(page))).results().toList();

        assertThat(names).isNotEmpty();
        assertThat(names.stream().filter(name -> !exists(name, sources)).map(MatchResult::group))
                .as("%s names what is not in the source tree: rename it there too", page)
                .isEmpty();
    }

    @Test
    void everyTestExists() throws IOException {
        List<Path> sources = sources();
        List<String> missing = pages().flatMap(page -> TEST.matcher(text(page))
                        .results()
                        .filter(name -> !exists(name, sources))
                        .map(name -> page + ": " + name.group()))
                .toList();

        assertThat(missing)
                .as("tests that are not in the source tree: name another one, or change the claim")
                .isEmpty();
    }

    private static boolean exists(MatchResult name, List<Path> sources) {
        return sources.stream()
                .filter(source -> source.endsWith(name.group(1) + ".java"))
                .anyMatch(source -> name.group(2) == null || text(source).contains(name.group(2) + "("));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyLinkLeadsSomewhere(Path page) {
        assertThat(LINK.matcher(text(page)).results().map(link -> link.group(1)))
                .allSatisfy(link -> assertThat(page.resolveSibling(link)).exists());
    }

    static Stream<Path> pages() {
        return Stream.concat(
                Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md").map(ROOT::resolve),
                files(ROOT.resolve("docs"), ".md").stream());
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .flatMap(source -> files(source, ".java").stream())
                    .toList();
        }
    }

    private static List<Path> files(Path directory, String ending) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
