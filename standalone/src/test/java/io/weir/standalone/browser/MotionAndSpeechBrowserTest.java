package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ReducedMotion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Users who want less motion get it; screen readers announce new alarms. */
@Tag("long")
class MotionAndSpeechBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    /** Asks for a drawing with each frame, as fast values do; counts the drawings. */
    private static final String DRAW = """
            () => import('/pace.js').then(({pace}) => {
              window.drawn = 0;
              const drawing = pace(() => { window.drawn++; });
              const ask = () => { drawing.ask(); requestAnimationFrame(ask); };
              ask();
            })""";

    private static final String ANNOUNCED = """
            turns => import('/alarms/announcements.js').then(({Announcements}) => {
              const announcements = new Announcements();
              return turns.map(([count, millis]) => announcements.take(count, 'MAJOR', millis));
            })""";

    private static final String MOVING = """
            () => [...document.querySelectorAll('*')].filter(one => {
              const {animationName, transitionDuration, scrollBehavior} = getComputedStyle(one);
              return animationName !== 'none' || transitionDuration !== '0s' || scrollBehavior !== 'auto';
            }).map(one => one.outerHTML)""";

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();

    @AfterEach
    void close() {
        server.close();
    }

    /** The page's clock is that of the test. */
    @Test
    void withReducedMotionPlotsMoveOnceASecond() {
        page.clock().install();
        open("#/sources");
        page.evaluate(DRAW);
        page.clock().runFor(10_000);
        assertThat((int) page.evaluate("() => window.drawn")).isGreaterThan(100);

        page.emulateMedia(new Page.EmulateMediaOptions().setReducedMotion(ReducedMotion.REDUCE));
        page.reload();
        page.evaluate(DRAW);
        page.clock().runFor(10_000);
        assertThat((int) page.evaluate("() => window.drawn")).isBetween(5, 11);
    }

    @Test
    void nothingMovesByItself() {
        server.raise("hot/flp1", "MAJOR", Instant.now());
        for (String view : List.of("alarms", "journal", "metrics?q=temp", "sources")) {
            open("#/" + view);
            assertThat(page.locator("main")).hasClass(view.replaceAll("\\?.*", ""));
            assertThat((List<?>) page.evaluate(MOVING)).isEmpty();
        }
    }

    @Test
    void aNewAlarmIsAnnouncedInEveryView() {
        server.raise("hot/flp1", "MINOR", Instant.now());
        open("#/sources");
        assertThat(page).hasTitle(Pattern.compile("! \\(1\\) .*"));
        assertThat(news()).hasText("");
        server.raise("hot/flp2", "MAJOR", Instant.now());
        assertThat(news()).hasText("New alarm: 2 unacknowledged, the worst is MAJOR");
        assertThat(news()).hasAttribute("role", "status");
    }

    @Test
    void aMutedAlarmIsNotAnnounced() {
        open("#/sources");
        page.keyboard().press("m");
        page.getByText("5 min", new Page.GetByTextOptions().setExact(true)).click();
        page.keyboard().press("Escape");
        server.raise("hot/flp1", "MAJOR", Instant.now());
        assertThat(page).hasTitle(Pattern.compile("‼ \\(1\\) .*"));
        assertThat(news()).hasText("");
    }

    /** Another choice of severities counts other alarms, none of which is new. */
    @Test
    void aChoiceOfSeveritiesIsNotAnnounced() {
        server.raise("hot/flp1", "MINOR", Instant.now());
        open("#/sources");
        page.keyboard().press("m");
        page.getByLabel("Severity").selectOption("MAJOR");
        assertThat(page).hasTitle("Sources – Weir");
        page.getByLabel("Severity").selectOption("OK");
        assertThat(page).hasTitle("! (1) Sources – Weir");
        assertThat(news()).hasText("");
    }

    /**
     * The oracle: after each announcement of a number, a rise over it, or over a lower number since, is
     * announced as soon as five seconds have passed.
     */
    @Test
    void risesOfAnyNumberAreAnnouncedWithPauses() {
        open("#/sources");
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            List<List<Integer>> turns = new ArrayList<>();
            List<@Nullable String> expected = new ArrayList<>();
            int millis = 0;
            int lowest = 0;
            int announcedMillis = -5_000;
            int count = random.nextInt(4);
            for (int turn = 0; turn < 40; turn++) {
                millis += 500 + random.nextInt(2_500);
                count = Math.max(0, count + random.nextInt(5) - 2);
                turns.add(List.of(count, millis));
                int more = turn == 0 ? 0 : count - lowest;
                if (more > 0 && millis - announcedMillis >= 5_000) {
                    expected.add((more == 1 ? "New alarm: " : more + " new alarms: ") + count
                            + " unacknowledged, the worst is MAJOR");
                    announcedMillis = millis;
                    lowest = count;
                } else {
                    expected.add(null);
                    lowest = turn == 0 ? count : Math.min(lowest, count);
                }
            }
            assertThat(page.evaluate(ANNOUNCED, turns))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(expected);
        }
    }

    private Locator news() {
        return page.locator("#news");
    }

    private void open(String view) {
        Tab.show(page, server.url(view));
    }
}
