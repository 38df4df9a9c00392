package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.weir.standalone.Eventually.eventually;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.weir.standalone.LocalHttp;
import io.weir.standalone.UpInstallation;
import io.weir.standalone.WeirProcess;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Every value on the page is the latest one, and is either live or shown with its age. */
@Tag("long")
class LiveRowsBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final int LINES = 20;

    private static final String RULES = """
            version: 1
            route:
              - {match: {measurement: vault}, to: [storage]}
            """;

    /** The range allows for the minutes that the tests take. */
    private static final Pattern AGE = Pattern.compile("(18|19|2\\d) min ago");

    /** Returns when a stream has delivered the second value. */
    private static final String ARRIVES = """
            () => new Promise(done => {
              const stream = new EventSource('api/live?q=held');
              stream.addEventListener('values', message => {
                if (message.data.includes(',2.5]')) {
                  stream.close();
                  done();
                }
              });
            })""";

    /** Makes the first stream drop its messages silently while {@code isMuted} is set. */
    private static final String MUTED = """
            window.streams = 0;
            const Real = window.EventSource;
            window.EventSource = class extends Real {
              constructor(address) {
                super(address);
                this.isFirst = window.streams++ === 0;
              }
              addEventListener(name, heard) {
                super.addEventListener(name, message => window.isMuted && this.isFirst || heard(message));
              }
            };""";

    private static final Pattern COUNT = Pattern.compile("\"dataset\":\\[\\[(\\d+)]]");

    private static UpInstallation up;
    private static WeirProcess process;
    /** Started after the silent series had stopped, so it knows them from the store only. */
    private static WeirProcess late;

    private static int latePort;
    private static int storePort;

    private final Page page = CHROMIUM.open().page();

    @BeforeAll
    static void startWeir(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("rules.yaml"), RULES);
        storePort = FreePorts.next();
        up = new UpInstallation(directory, "--rules=rules.yaml", "--store-port=" + storePort)
                .with("WEIR_DASHBOARD_LINES", Integer.toString(LINES));
        process = up.start();
        long now = Instant.now().toEpochMilli();
        // Every 10 s, from 48 to 18 minutes ago.
        send(now, 48 * 60, 18 * 60, 10, ago -> "press,hostname=dead c=" + (ago == 18 * 60 ? 98.4 : 50 + ago % 7));
        // Every second, and every 4 minutes; the last value of both is 3 minutes old.
        send(now, 10 * 60, 3 * 60, 1, ago -> "pace,hostname=fast c=" + ago);
        send(now, 47 * 60, 3 * 60, 4 * 60, ago -> "pace,hostname=slow c=" + ago);
        awaitStored("press", 181);
        awaitStored("pace", 421 + 12);
        latePort = FreePorts.next();
        late = WeirProcess.start(
                directory,
                Map.of(
                        "WEIR_KAFKA_BOOTSTRAP",
                        up.bootstrap(),
                        "WEIR_METERS_PORT",
                        "0",
                        "WEIR_DASHBOARD_PORT",
                        Integer.toString(latePort),
                        "WEIR_DASHBOARD_STORE",
                        "questdb://127.0.0.1:" + storePort),
                "dashboard");
        late.awaitOutput("http://127.0.0.1:" + latePort);
    }

    @AfterAll
    static void endWeir() {
        if (late != null) {
            late.close();
        }
        if (process != null) {
            process.close();
        }
    }

    @Test
    void everyRowThatIsShownMoves() throws IOException {
        sendMany(1);
        awaitStored("many", 48);
        page.waitForResponse(
                answer -> answer.url().contains("api/history"), () -> open(up.pagePort(), "many&show=table"));
        Locator rows = page.locator("table.values tbody tr");
        assertThat(rows).hasCount(LINES);
        sendMany(2);

        assertThat(rows.filter(new Locator.FilterOptions().setHasText("2"))).hasCount(LINES);
        assertThat(page.locator(".notice")).hasText("More than 20 series: 20 are shown. Add tags to select fewer.");
    }

    private static void sendMany(int value) throws IOException {
        up.send(IntStream.range(0, 48)
                .mapToObj(i -> "many,hostname=" + (char) ('a' + i / 26) + (char) ('a' + i % 26) + " v=" + value)
                .collect(joining("\n")));
    }

    @Test
    void aPastRangeShowsNoMoreSeriesThanALiveOne() throws IOException {
        sendMany(1);
        awaitStored("many", 48);
        long now = Instant.now().toEpochMilli();
        open(up.pagePort(), "many&show=table&from=" + (now - 3_600_000) + "&to=" + (now + 60_000));

        assertThat(page.locator(".notice")).hasText("More than 20 series: 20 are shown. Add tags to select fewer.");
        assertThat(page.locator("table.values tbody tr")).hasCount(LINES);
    }

    @Test
    void aStoredSeriesWithoutLiveValuesIsMarked() throws IOException {
        up.send("vault,hostname=flp1 v=7");
        awaitStored("vault", 1);
        open(up.pagePort(), "vault");

        assertThat(page.locator(".legend td.number")).containsText("7");
        assertThat(page.locator(".legend td.number.old")).containsText("not live");
    }

    @Test
    void aSilentSeriesShowsItsLastValueInEveryRange() {
        for (String range : List.of("1m", "5m", "1h", "24h", "7d")) {
            open(latePort, "press,hostname%3Ddead&span=" + range);
            assertThat(page.locator(".legend td.number.old")).containsText("98.4");
            assertThat(page.locator(".legend td.number.old")).containsText(AGE);
            open(latePort, "press,hostname%3Ddead&show=tiles&span=" + range);
            assertThat(page.locator(".tile.old .value")).hasText("98.4");
            assertThat(page.locator(".tile .more")).containsText(AGE);
            open(latePort, "press,hostname%3Ddead&show=table&span=" + range);
            assertThat(page.locator("table.values td.old")).containsText("98.4");
            assertThat(page.locator("table.values td.old")).containsText(AGE);
        }
    }

    @Test
    void aValueAgesByThePeriodOfItsSeries() {
        for (String range : List.of("1m", "1h", "24h")) {
            open(up.pagePort(), "pace&span=" + range);
            assertThat(row("fast").locator(".number.old")).hasText(Pattern.compile("180 · \\d min ago"));
            assertThat(row("slow").locator(".number")).hasText("180");
            assertThat(row("slow").locator(".number.old")).hasCount(0);
        }
    }

    @Test
    void aValueThatHasJustComeIsNotOldInAnyRange() throws IOException {
        for (String range : List.of("5m", "24h", "7d")) {
            String host = "fresh,hostname=in" + range;
            up.send(host + " v=1");
            open(up.pagePort(), host.replace("=", "%3D") + "&span=" + range);
            assertThat(page.locator(".legend td.number")).containsText("1");
            up.send(host + " v=2");
            assertThat(page.locator(".legend td.number")).hasText("2");
        }
    }

    @Test
    void aRangeWithoutDataDoesNotSayThatNothingEverCame() {
        for (String shape : List.of("", "&show=table", "&show=tiles")) {
            open(up.pagePort(), "nobody" + shape);
            assertThat(page.locator("main")).containsText("No data in this range");
        }
    }

    @Test
    void aPauseFreezesTheValuesInEveryForm() throws IOException {
        up.send("held,hostname=flp1 v=1.5");
        open(up.pagePort(), "held");
        assertThat(page.locator(".legend td.number")).hasText("1.50");
        page.getByText("Pause").click();
        up.send("held,hostname=flp1 v=2.5");
        page.evaluate(ARRIVES);
        page.getByText("Tiles").click();
        assertThat(page.locator(".tile .value")).hasText("1.50");

        page.getByText("Resume").click();
        assertThat(page.locator(".tile .value")).hasText("2.50");
    }

    @Test
    void aStreamThatFallsSilentIsBegunAnew() throws IOException {
        page.clock().install();
        page.addInitScript(MUTED);
        up.send("muted,hostname=flp1 v=1.5");
        open(up.pagePort(), "muted");
        assertThat(page.locator(".legend td.number")).hasText("1.50");
        page.evaluate("window.isMuted = true");

        page.clock().fastForward(15_000);
        eventually("there is another stream", () -> (int) page.evaluate("window.streams") == 2);
        up.send("muted,hostname=flp1 v=3.5");
        assertThat(page.locator(".legend td.number")).containsText("3.50");
    }

    /** Sends lines with timestamps between two ages in seconds. */
    private static void send(long now, long from, long to, long every, LongFunction<String> line) throws IOException {
        List<Long> all = LongStream.rangeClosed(0, (from - to) / every)
                .mapToObj(i -> from - i * every)
                .toList();
        for (int i = 0; i < all.size(); i += 50) {
            up.send(all.subList(i, Math.min(all.size(), i + 50)).stream()
                    .map(ago -> line.apply(ago) + " " + (now - ago * 1_000) + "000000")
                    .collect(joining("\n")));
        }
    }

    /** Returns when the store has this many rows of a measurement. */
    private static void awaitStored(String measurement, int rows) {
        eventually(measurement + " is stored", () -> {
            String answer = LocalHttp.query(storePort, "select count() from " + measurement)
                    .body();
            Matcher count = COUNT.matcher(answer);
            return count.find() && Integer.parseInt(count.group(1)) >= rows;
        });
    }

    private Locator row(String host) {
        return page.locator(".legend tbody tr").filter(new Locator.FilterOptions().setHasText(host));
    }

    private void open(int port, String query) {
        page.navigate("http://127.0.0.1:" + port + "/#/metrics?q=" + query);
    }
}
