package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.weir.standalone.FreePorts;
import io.weir.standalone.UpInstallation;
import io.weir.standalone.WeirProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What people see and do on the page of a real {@code weir up}. */
class DashboardBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String RULES = """
            version: 1
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, path: [hostname], minor: {above: 80}, major: {above: 90}}
            """;

    /** How many values of this host's processors the store has of the last five minutes. */
    private static final String HISTORY =
            "() => fetch('api/history?q=cpu,cpu=cpu-total%20usage_active&from=' + (Date.now() - 300_000) + '&to=' + Date.now())"
                    + ".then(answer => answer.json()).then(answer => answer.series[0]?.points.length ?? 0)";

    private static UpInstallation up;
    private static WeirProcess process;

    private final List<String> complaints = new ArrayList<>();
    private BrowserContext context;
    private Page page;

    @BeforeAll
    static void startWeir(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("rules.yaml"), RULES);
        up = UpInstallation.probing(directory, "--rules=rules.yaml", "--store-port=" + FreePorts.next());
        process = up.start();
    }

    @AfterAll
    static void endWeir() {
        if (process != null) {
            process.close();
        }
    }

    @BeforeEach
    void openBrowser() {
        context = CHROMIUM.browser().newContext();
        page = context.newPage();
        page.onPageError(complaints::add);
    }

    @AfterEach
    void closeBrowser() {
        context.close();
    }

    @Test
    void theFirstPageShowsThisHostsProcessorLive() {
        open("");

        assertThat(page.locator(".verdict strong")).hasText(Pattern.compile("All is fine|Look here"));
        assertThat(page.locator(".key").first()).containsText("%");
        assertThat(page.locator("#link")).hasText("live");
        assertThat(complaints).isEmpty();
    }

    @Test
    void aMetricSentByUdpAppears() throws IOException {
        up.send("volts,hostname=flp1 v=12.5");
        open("#/metrics?q=volts,hostname%3Dflp1%20v");

        assertThat(page.locator("main")).containsText("12.5");
        up.send("volts,hostname=flp1 v=13.25");
        assertThat(page.locator("main")).containsText("13.3");
        assertThat(complaints).isEmpty();
    }

    @Test
    void anAlarmAppearsAndIsAcknowledgedWithAKey() throws IOException {
        open("#/alarms");
        up.send("temp,hostname=flp2 c=97.5");
        row("hot/flp2").click();
        assertThat(page.locator(".detail")).containsText("the value was 97.5, beyond 90, the limit of MAJOR");
        page.keyboard().press("a");

        assertThat(page.locator(".told")).hasText("Acknowledge: done for hot/flp2");
        eventually("alarms.state has it", () -> isState("hot/flp2", "ACKNOWLEDGED"));
        assertThat(page.locator(".detail .what")).containsText(" acknowledged");
        assertThat(page.locator(".detail tbody tr")).hasCount(2);
        page.keyboard().press("u");
        assertThat(page.locator(".told")).hasText("Unacknowledge: done for hot/flp2");
        assertThat(complaints).isEmpty();
    }

    @Test
    void anAlarmIsShelvedWithAReasonAndFoundAmongTheHidden() throws IOException {
        up.send("temp,hostname=flp4 c=85");
        open("#/alarms?alarm=hot%2Fflp4");
        page.locator(".detail button", new Page.LocatorOptions().setHasText("Shelve"))
                .click();
        page.locator("dialog input").fill("fan is being changed");
        page.keyboard().press("Enter");

        assertThat(row("hot/flp4")).hasCount(0);
        page.locator("select").selectOption("hidden");
        row("hot/flp4").click();
        assertThat(page.locator(".detail")).containsText("fan is being changed");
        assertThat(page.locator(".detail")).containsText("comes back");
        eventually("alarms.state has it", () -> isState("hot/flp4", "SHELVED"));
        assertThat(complaints).isEmpty();
    }

    @Test
    void aNodeOfTheTreeIsAsBadAsTheWorstBelowIt() throws IOException {
        up.send("temp,hostname=flp5 c=85\ntemp,hostname=flp6 c=95");
        open("#/alarms?as=tree&filter=hot");
        assertThat(row("flp5")).containsText("MINOR");

        Locator node = page.locator(".row[aria-level='1']");
        assertThat(node).containsText("MAJOR");
        node.click();
        page.keyboard().press("ArrowLeft");
        assertThat(row("flp6")).hasCount(0);
        page.keyboard().press("ArrowRight");
        assertThat(row("flp6")).hasCount(1);
        assertThat(complaints).isEmpty();
    }

    @Test
    void markupInATagIsText() throws IOException {
        String bad = "<img src=x onerror=document.title='pwned'>";
        up.send("temp,hostname=" + bad.replace(" ", "\\ ").replace("=", "\\=") + " c=99");
        up.send("temp,hostname=" + bad);
        up.send("temp,hostname=flp7 c=20");
        open("#/alarms");
        row(bad).click();
        assertThat(page.locator(".detail h2")).containsText(bad);
        open("#/metrics?q=temp");
        assertThat(page.locator("main")).containsText(bad);
        open("#/sources");
        assertThat(page.locator("main")).containsText(bad);

        assertThat(page.locator("main img")).hasCount(0);
        assertThat(page.title()).isEqualTo("Sources – Weir");
        assertThat(complaints).isEmpty();
    }

    @Test
    void aBrokenConnectionRecoversWithoutAReload() throws IOException {
        open("#/alarms");
        up.send("temp,hostname=before c=99");
        assertThat(row("hot/before")).hasCount(1);
        page.evaluate("() => { window.isStillThere = true; }");
        process.kill();
        assertThat(page.locator("#link")).containsText("connection lost");

        process = up.start();
        assertThat(page.locator("#link")).hasText("live");
        up.send("temp,hostname=after c=99");
        assertThat(row("hot/after")).hasCount(1);
        assertThat(row("hot/before")).hasCount(1);
        assertThat(page.evaluate("() => window.isStillThere")).isEqualTo(true);
    }

    @Test
    void aRejectedLineShowsItsReason() throws IOException {
        open("#/sources");
        up.send("volts,hostname=flp3");

        Locator refused = page.locator("tr").filter(new Locator.FilterOptions().setHasText("volts,hostname=flp3"));
        assertThat(refused.first()).containsText("missing-fields");
        assertThat(complaints).isEmpty();
    }

    /** {@code -Dweir.screenshots=true}: the pictures of README and docs, anew. */
    @Test
    @EnabledIfSystemProperty(named = "weir.screenshots", matches = "true")
    void picturesOfTheViews() throws IOException {
        page.setViewportSize(1440, 900);
        open("#/overview");
        eventually("there is some history", Duration.ofMinutes(3), () -> (int) page.evaluate(HISTORY) > 30);
        up.send("temp,hostname=flp7 c=61\ntemp,hostname=flp8 c=97.5\ntemp,hostname=flp9 c=85\nvolts,hostname=flp3");
        for (String view : List.of("alarms", "sources", "rules", "metrics", "overview")) {
            if (view.equals("metrics") || view.equals("overview")) {
                page.waitForResponse(answer -> answer.url().contains("api/history"), () -> open("#/" + view));
            } else {
                open("#/" + view);
            }
            assertThat(page.locator("#link")).hasText("live");
            if (view.equals("metrics")) {
                assertThat(page.locator("canvas").first()).isVisible();
                page.waitForTimeout(3_000); // So that there is something to see; nothing depends on it.
            } else if (view.equals("overview")) {
                page.waitForTimeout(3_000);
                assertThat(page.locator(".key").first()).containsText("%");
            } else if (view.equals("alarms")) {
                row("hot/flp8").click();
                assertThat(page.locator(".detail tbody tr").first()).isVisible();
            } else if (view.equals("sources")) {
                assertThat(page.locator("main")).containsText("missing-fields");
            } else if (view.equals("rules")) {
                assertThat(page.locator("main")).containsText("name: hot");
            }
            page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("..", "docs", "img", view + ".png")));
        }
    }

    private static boolean isState(String alarm, String state) {
        return up.read("alarms.state", 0).stream()
                .map(record -> record.value() == null ? "" : new String(record.value(), UTF_8))
                .anyMatch(
                        json -> json.contains("\"id\":\"" + alarm + "\"") && json.contains("\"to\":\"" + state + "\""));
    }

    private void open(String view) {
        page.navigate("http://127.0.0.1:" + up.pagePort() + "/" + view);
    }

    private Locator row(String text) {
        return page.locator(".row").filter(new Locator.FilterOptions().setHasText(text));
    }
}
