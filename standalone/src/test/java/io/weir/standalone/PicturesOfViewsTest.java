package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documentation of the dashboard has a picture of each view of the page, and of the search. */
class PicturesOfViewsTest {
    private static final Path VIEWS = Path.of("../dashboard/src/main/resources/io/weir/dashboard/page/views")
            .toAbsolutePath();
    private static final Path DOCS = Path.of("../docs").toAbsolutePath();

    @Test
    void everyViewHasAPictureInTheDocumentation() throws IOException {
        List<String> views;
        try (var files = Files.list(VIEWS)) {
            views = Stream.concat(
                            files.map(file -> file.getFileName().toString().replace(".js", ""))
                                    .filter(view -> !view.equals("unknown")),
                            Stream.of("search", "editor"))
                    .toList();
        }
        List<String> pictures = Pattern.compile("]\\(img/([a-z]+)\\.png\\)")
                .matcher(Files.readString(DOCS.resolve("dashboard.md")))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();

        assertThat(pictures).containsExactlyInAnyOrderElementsOf(views);
        assertThat(pictures).allSatisfy(picture -> assertThat(DOCS.resolve("img/" + picture + ".png"))
                .exists());
    }
}
