package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.weir.contract.rule.match.WordFilter;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The journal shows, filters and exports the transitions of all alarms. */
@Tag("long")
class JournalBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final int MOST = 300;
    private static final String MATCHES = """
            cases => import('/filter.js').then(({filterOf, rankOf}) =>
              cases.map(([filter, texts, tags]) => [filterOf(filter)({texts, tags}), rankOf(filter)(texts[0])]))""";

    private final PageServer server = new PageServer(MOST);
    private final Page page = CHROMIUM.open().page();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void transitionsAndCommandsAreShownTheLatestFirst() {
        server.raise("hot/flp1", "MAJOR", Instant.now().minusSeconds(5));
        page.navigate(server.url("#/alarms?alarm=hot%2Fflp1"));
        assertThat(page.locator(".detail button").first()).isEnabled();
        page.locator(".alarm-rows").press("s");
        page.locator("dialog input[required]").first().fill("fan is being changed");
        page.keyboard().press("Enter");
        assertThat(page.locator(".outcome")).containsText("done for hot/flp1");
        page.getByText("Open in Journal").click();

        assertThat(page).hasURL(Pattern.compile(".*#/journal\\?filter=alarm%3Dhot%2Fflp1"));
        assertThat(rows()).hasCount(2);
        assertThat(rows().first()).containsText("unacknowledged → shelved");
        assertThat(rows().first()).containsText("otto: fan is being changed");
        assertThat(rows().last()).containsText("normal → unacknowledged");
        assertThat(page.locator(".reach")).containsText("These are all transitions that Kafka keeps.");
        server.clear("hot/flp1");
        assertThat(rows().first()).containsText("shelved → normal");
    }

    @Test
    void anIdWithSpacesOrBeyondTheLimitOfAFilterOpensInTheJournal() {
        for (String id : List.of("hot/rack 1", "hot/" + "x".repeat(300), "hot/" + "y".repeat(185) + "\ud83d\ude00 y")) {
            server.raise(id, "MAJOR", Instant.now());
            page.navigate(
                    server.url("#/alarms?alarm=" + URLEncoder.encode(id, UTF_8).replace("+", "%20")));
            page.getByText("Open in Journal").click();
            assertThat(rows()).hasCount(1);
            assertThat(rows()).containsText(id);
            assertThat(page.locator(".error")).hasText("");
        }
    }

    @Test
    void aTimeBeyondTheCalendarIsIgnored() {
        server.raise("hot/flp1", "MAJOR", Instant.now());
        page.navigate(server.url("#/journal?from=9000000000000000"));
        assertThat(rows()).hasCount(1);
        assertThat(page.getByLabel("From")).hasValue("");
    }

    @Test
    void theAddressHasTheFilterAndTheTimes() {
        Instant start = Instant.parse("2026-03-01T10:00:00Z");
        IntStream.range(0, 6).forEach(i -> server.raise("hot/flp" + i, "MAJOR", start.plusSeconds(i)));
        JsonObject zone = new JsonObject();
        zone.addProperty("timezoneId", "Asia/Tokyo");
        page.context().newCDPSession(page).send("Emulation.setTimezoneOverride", zone);
        page.navigate(server.url("#/journal"));
        page.getByLabel("From").fill("2026-03-01T19:00:01");
        page.getByLabel("From").blur();
        assertThat(rows()).hasCount(5);
        page.locator("#clock").click();
        assertThat(page.getByLabel("From")).hasValue("2026-03-01T10:00:01");
        page.locator("input[type=search]").fill("hostname=flp* -flp3");
        page.getByLabel("To").fill("2026-03-01T10:00:05");
        page.getByLabel("To").blur();
        assertThat(rows()).hasCount(3);
        long millis = start.toEpochMilli();
        assertThat(page).hasURL(Pattern.compile(".*from=" + (millis + 1_000) + "&to=" + (millis + 5_000)));

        page.reload();
        assertThat(rows()).hasCount(3);
        assertThat(rows().first()).containsText("hot/flp4");
        assertThat(page.getByLabel("To")).hasValue("2026-03-01T10:00:05");
    }

    @Test
    void moreAreShownOnRequestAndTheReachIsStated() {
        Instant start = Instant.now().minusSeconds(1_000).truncatedTo(ChronoUnit.SECONDS);
        IntStream.range(0, MOST + 1).forEach(i -> server.raise("hot/flp" + i, "MAJOR", start.plusSeconds(i)));
        page.navigate(server.url("#/journal"));
        assertThat(rows()).hasCount(200);
        assertThat(page.locator(".reach"))
                .containsText("It keeps the latest 300 transitions; earlier ones: weir tap events --from-beginning.");
        page.getByText("Show more").click();
        assertThat(rows()).hasCount(MOST);
        assertThat(rows().last()).containsText("hot/flp1");
        assertThat(page.getByText("Show more")).isHidden();
    }

    @Test
    void theDownloadHasWhatTheFilterShows() throws IOException {
        server.raise("hot/flp1", "MAJOR", Instant.parse("2026-03-01T10:00:00Z"));
        server.raise("hot/flp2", "MAJOR", Instant.parse("2026-03-01T10:00:01Z"));
        page.navigate(server.url("#/journal?filter=flp2"));
        assertThat(rows()).hasCount(1);
        Download download =
                page.waitForDownload(() -> page.getByText("Download CSV").click());
        assertThat(download.suggestedFilename()).isEqualTo("weir-journal.csv");
        assertThat(Files.readAllLines(download.path()))
                .containsExactly(
                        "time,decided,alarm,rule,from,to,severity,value,message,user,reason,tags",
                        "2026-03-01T10:00:01Z,2026-03-01T10:00:01Z,hot/flp2,hot,NORMAL,UNACKNOWLEDGED,MAJOR,98.5,"
                                + "hot on flp2,,,hostname=flp2");
    }

    /** Lists filter in the browser, the journal in the server; both must agree. */
    @Test
    void theFilterOfTheServerIsThatOfThePage() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        List<List<Object>> cases = new ArrayList<>();
        List<List<Object>> expected = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            StringBuilder filter = new StringBuilder();
            for (int words = random.nextInt(3); words >= 0; words--) {
                filter.append(text(random, "ab=**?-A ")).append(' ');
            }
            List<String> texts = List.of(text(random, "ab/A =."), text(random, "ab/A =."));
            Map<String, String> tags = new HashMap<>();
            tags.put(random.nextBoolean() ? "a" : "B", text(random, "ab/A"));
            cases.add(List.of(filter.toString(), texts, tags));
            WordFilter words = new WordFilter(filter.toString());
            expected.add(List.of(words.test(texts, tags), words.rank(texts.get(0))));
        }
        page.navigate(server.url("#/journal"));
        List<?> found = (List<?>) page.evaluate(MATCHES, cases);
        assertThat(IntStream.range(0, cases.size())
                        .filter(i -> !found.get(i).equals(expected.get(i)))
                        .mapToObj(cases::get))
                .as("seed %d", seed)
                .isEmpty();
        assertThat(expected.stream().flatMap(List::stream)).contains(true, false, 0, 1, 2, 3);
    }

    private static String text(Random random, String letters) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(5); length > 0; length--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }

    private Locator rows() {
        return page.locator("tbody tr");
    }
}
