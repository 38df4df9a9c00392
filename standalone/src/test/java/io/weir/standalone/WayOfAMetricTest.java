package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page about the architecture lists the way of a metric through processing as it is. */
class WayOfAMetricTest {

    /** A row with a package and classes. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z]+)` \\| ([^|]*) \\|$");

    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    private static final Path SOURCES = Path.of("../processing/src/main/java/io/weir");

    private final List<MatchResult> rows = rows();

    private static List<MatchResult> rows() {
        try {
            String page = Files.readString(Path.of("../docs/architecture.md"));
            String section = page.substring(page.indexOf("A metric visits these packages"));
            String table = section.substring(section.indexOf("\n| package"), section.indexOf("\n\nDependencies"));
            return ROW.matcher(table).results().toList();
        } catch (IOException e) {
            throw new AssertionError("cannot read the page", e);
        }
    }

    @Test
    void everyClassIsInItsPackage() {
        assertThat(rows).isNotEmpty().allSatisfy(row -> {
            String room = row.group(1).equals("processing") ? "processing" : "processing/" + row.group(1);
            assertThat(NAME.matcher(row.group(2)).results().map(name -> name.group(1)))
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(SOURCES.resolve(room + "/" + name + ".java"))
                            .exists());
        });
    }

    @Test
    void aMetricChangesThePackageAtMostTwelveTimes() {
        List<String> rooms = rows.stream().map(row -> row.group(1)).toList();

        assertThat(rooms).hasSizeLessThanOrEqualTo(13);
        for (int i = 1; i < rooms.size(); i++) {
            assertThat(rooms.get(i)).isNotEqualTo(rooms.get(i - 1));
        }
    }

    @Test
    void aMetricEntersTheRoomOfAStageOnce() {
        for (String stage : Arrays.asList("series", "derive", "aggregate", "suppress")) {
            assertThat(rows.stream().filter(row -> row.group(1).equals(stage))).hasSize(1);
        }
    }
}
