package io.weir.standalone.browser;

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

/**
 * The documentation of the dashboard has a picture of each view of the page, and of search and editor. {@code
 * build/pictures} takes all pictures of the documentation.
 */
class PicturesOfViewsTest {
    private static final Path VIEWS = Path.of("../dashboard/src/main/resources/io/weir/dashboard/page/views")
            .toAbsolutePath();
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path DOCS = ROOT.resolve("docs");
    private static final Path PICTURES = DOCS.resolve("img");

    @Test
    void everyViewHasAPictureInTheDocumentation() throws IOException {
        List<Path> views;
        try (var files = Files.list(VIEWS)) {
            views = Stream.concat(
                            files.map(file -> file.getFileName().toString().replace(".js", ""))
                                    .filter(view -> !view.equals("unknown")),
                            Stream.of("search", "editor"))
                    .map(PicturesOfViewsTest::picture)
                    .toList();
        }

        assertThat(shown(DOCS.resolve("dashboard.md"))).containsExactlyInAnyOrderElementsOf(views);
    }

    @Test
    void everyShownPictureIsTakenByTheBrowser() throws IOException {
        List<Path> taken = DashboardPicturesTest.PICTURES.stream()
                .map(PicturesOfViewsTest::picture)
                .toList();
        try (var pages = Files.walk(DOCS)) {
            List<Path> shown = Stream.concat(Stream.of(ROOT.resolve("README.md")), pages)
                    .filter(page -> page.toString().endsWith(".md"))
                    .flatMap(page -> shown(page).stream())
                    .distinct()
                    .toList();
            assertThat(shown).containsExactlyInAnyOrderElementsOf(taken);
        }
        try (var files = Files.list(PICTURES)) {
            assertThat(files).containsExactlyInAnyOrderElementsOf(taken);
        }
    }

    /** The pictures that a page shows. */
    private static List<Path> shown(Path page) {
        try {
            return Pattern.compile("!\\[[^]]*]\\(([^)]+)\\)")
                    .matcher(Files.readString(page))
                    .results()
                    .map((MatchResult found) ->
                            page.resolveSibling(found.group(1)).normalize())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path picture(String view) {
        return PICTURES.resolve(view + ".png");
    }
}
