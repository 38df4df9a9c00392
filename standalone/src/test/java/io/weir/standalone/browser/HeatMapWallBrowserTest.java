package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Six heat maps below each other, on a wall and as a picture. */
@Tag("long")
class HeatMapWallBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final int MAPS = 6;
    private static final List<String> BOUNDS = List.of("0.1", "0.2", "0.5", "1", "2", "5", "+Inf");
    private static final double SCALE = 3;

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();
    private final Instant start = Instant.now().minusSeconds(40);

    @BeforeEach
    void start() {
        counts(start, 100);
        page.setViewportSize(1_920, 1_080);
        page.navigate(server.url("#/metrics?q=stage*_bucket&plot=heat&span=1m"));
        assertThat(page.locator(".legend tbody tr")).hasCount(MAPS * BOUNDS.size());
        counts(start.plusSeconds(20), 140);
        assertThat(page.locator(".unit").last()).containsText("observations");
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aWallShowsThemAllWithTheirKeys() {
        page.locator("#wall").click();
        assertThat(page.locator("html")).hasClass(Pattern.compile("wall"));
        assertThat(page.locator(".heat-key")).hasCount(MAPS);
        assertThat(page.locator(".unit").last()).hasText("stage5_seconds · no data");
        // The page began again, with the last values.
        counts(start.plusSeconds(40), 150);
        assertThat(page.locator(".unit").last()).containsText("observations");
        assertThat(page.locator(".heat-key").last()).containsText("observations per second");
        assertThat(page.locator(".below")).isHidden();
        for (int[] size : List.of(new int[] {1_920, 1_080}, new int[] {3_840, 2_160})) {
            page.setViewportSize(size[0], size[1]);
            for (int i = 0; i < MAPS; i++) {
                BoundingBox plot = page.locator(".plot .u-over").nth(i).boundingBox();
                BoundingBox key = page.locator(".heat-key").nth(i).boundingBox();
                assertThat(plot.height).as("plot " + i).isGreaterThan(size[1] / 18.0);
                assertThat(key.y).as("key " + i).isGreaterThan(plot.y + plot.height);
                assertThat(key.y + key.height).as("key " + i).isLessThanOrEqualTo(size[1]);
            }
        }
    }

    @Test
    void aPictureHasThemAllInTheColoursOfThePage() throws IOException {
        Download download =
                page.waitForDownload(() -> page.getByText("Save PNG").click());
        try (InputStream in = download.createReadStream()) {
            BufferedImage picture = ImageIO.read(in);
            List<String> column = IntStream.range(0, picture.getHeight())
                    .mapToObj(y -> picture.getRGB((int) (picture.getWidth() * 0.85), y) & 0xffffff)
                    .map(colour -> String.format("#%06x", colour))
                    .toList();
            for (int step = 1; step <= BOUNDS.size(); step++) {
                String colour = variable("--h" + step);
                long cells = IntStream.range(1, column.size())
                        .filter(y -> column.get(y).equals(colour)
                                && !column.get(y - 1).equals(colour))
                        .count();
                assertThat(cells).as("cells of step " + step).isEqualTo(MAPS);
            }
            Locator plots = page.locator(".plot .u-over");
            assertThat((double) picture.getWidth())
                    .isGreaterThan(SCALE * plots.first().boundingBox().width);
            assertThat((double) picture.getHeight())
                    .isGreaterThan(SCALE * MAPS * plots.first().boundingBox().height);
        }
    }

    /** Each bucket has twice the observations of the one before, so that it has a colour of its own. */
    private void counts(Instant at, int each) {
        for (int map = 0; map < MAPS; map++) {
            for (int i = 0; i < BOUNDS.size(); i++) {
                server.lived(
                        "stage" + map + "_seconds_bucket,host=a,le=" + BOUNDS.get(i) + " value="
                                + each * ((2 << i) - 1),
                        at);
            }
        }
    }

    private String variable(String name) {
        return (String)
                page.evaluate("name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()", name);
    }
}
