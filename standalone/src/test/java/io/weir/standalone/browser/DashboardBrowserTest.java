package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import io.weir.standalone.UpInstallation;
import io.weir.standalone.WeirProcess;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The page of a real {@code weir up}, used by people. */
@Tag("long")
class DashboardBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String RULES = """
            version: 1
            # <img src=x onerror=document.title='pwned'> is text here, too.
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, path: [hostname], minor: {above: 80}, major: {above: 90}}
            """;

    private static final String ACKNOWLEDGE = """
            () => fetch('api/alarms/command', {method: 'POST', headers: {'x-weir': '1'},
              body: '{"operation": "ACKNOWLEDGE", "transitions": ["hot/flp10#1"]}'}).then(answer => answer.status)""";

    /** Returns when a stream of amps has delivered a value. */
    private static final String ARRIVES = """
            value => new Promise(done => {
              const stream = new EventSource('api/live?q=amps');
              stream.addEventListener('values', message => {
                if (message.data.includes(',' + value + ']')) {
                  stream.close();
                  done();
                }
              });
            })""";

    /** The number of parts of a plot that are separated by columns without any line. */
    private static final String PARTS = """
            (() => {
              const canvas = document.querySelector('.ink canvas:not([hidden])');
              if (canvas === null) {
                return 0;
              }
              const {width, height} = canvas;
              const {data} = canvas.getContext('2d').getImageData(0, 0, width, height);
              let parts = 0;
              for (let x = 0, was = false; x < width; x++) {
                let is = false;
                for (let y = 0; y < height && !is; y++) {
                  is = data[(y * width + x) * 4 + 3] > 0;
                }
                parts += is && !was ? 1 : 0;
                was = is;
              }
              return parts;
            })()""";

    /** Records every value that the legend shows from now on. */
    private static final String WATCH = """
            () => {
              window.shown = [];
              const cell = document.querySelector('.legend td.number');
              new MutationObserver(() => window.shown.push(cell.textContent)).observe(cell, {childList: true, characterData: true, subtree: true});
            }""";

    private static UpInstallation up;
    private static WeirProcess process;
    private static LockedDashboard locked;

    private final Tab tab = CHROMIUM.open();
    private final Page page = tab.page();

    @BeforeAll
    static void startWeir(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("rules.yaml"), RULES);
        up = UpInstallation.probing(directory, "--rules=rules.yaml", "--store-port=" + FreePorts.next());
        process = up.start();
        locked = LockedDashboard.beside(up, directory);
    }

    @AfterAll
    static void endWeir() {
        if (locked != null) {
            locked.close();
        }
        if (process != null) {
            process.close();
        }
    }

    @Test
    void theFirstPageShowsThisHostsProcessorLive() {
        open("");

        assertThat(page.locator(".verdict strong")).hasText(Pattern.compile("No problems|Problems found"));
        assertThat(page.locator(".key").first()).containsText("%");
        assertThat(page.locator("#link")).hasText("Live");
    }

    @Test
    void aMetricSentByUdpAppears() throws IOException {
        up.send("volts,hostname=flp1 v=12.5");
        open("#/metrics?q=volts,hostname%3Dflp1%20v");

        assertThat(page.locator("main")).containsText("12.5");
        up.send("volts,hostname=flp1 v=13.25");
        assertThat(page.locator("main")).containsText("13.3");
    }

    @Test
    void anAlarmAppearsAndIsAcknowledgedWithAKey() throws IOException {
        open("#/alarms?filter=hot/flp2");
        up.send("temp,hostname=flp2 c=97.5");
        row("hot/flp2").click();
        assertThat(page.locator(".detail")).containsText("the value was 97.5, above 90, the limit of MAJOR");
        page.keyboard().press("a");

        assertThat(page.locator(".outcome")).hasText("Acknowledge: done for hot/flp2");
        eventually("alarms.state has it", () -> isState("hot/flp2", "ACKNOWLEDGED"));
        assertThat(page.locator(".detail .what")).containsText(" acknowledged");
        assertThat(page.locator(".detail tbody tr")).hasCount(2);
        page.keyboard().press("u");
        assertThat(page.locator(".outcome")).hasText("Unacknowledge: done for hot/flp2");
    }

    @Test
    void anAlarmIsShelvedWithAReasonAndFoundAmongTheHidden() throws IOException {
        up.send("temp,hostname=flp4 c=85");
        open("#/alarms?alarm=hot%2Fflp4");
        page.locator(".detail button", new Page.LocatorOptions().setHasText("Shelve"))
                .click();
        page.locator("dialog input[required]").fill("fan is being changed");
        page.keyboard().press("Enter");

        assertThat(row("hot/flp4")).hasCount(0);
        page.locator("select").selectOption("hidden");
        row("hot/flp4").click();
        assertThat(page.locator(".detail")).containsText("fan is being changed");
        assertThat(page.locator(".detail")).containsText("Shelved until");
        eventually("alarms.state has it", () -> isState("hot/flp4", "SHELVED"));
    }

    @Test
    void aLinkToAForgottenAlarmIsExplained() {
        open("#/alarms?alarm=hot%2Fnobody");

        assertThat(page.locator(".detail")).containsText("No alarm has the id hot/nobody: its rule was removed");
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
    }

    @Test
    void markupInATagIsText() throws IOException {
        String bad = "<img src=x onerror=document.title='pwned'>";
        String host = ",hostname=" + bad.replace(" ", "\\ ").replace("=", "\\=");
        up.send("temp" + host + " c=99\ncpu,cpu=cpu-total" + host + " usage_active=1");
        up.send("temp,hostname=" + bad);
        up.send("temp,hostname=flp7 c=20");
        open("#/alarms");
        row(bad).click();
        assertThat(page.locator(".detail h2")).containsText(bad);
        open("#/metrics?q=temp");
        assertThat(page.locator("main")).containsText(bad);
        up.send("temp" + host + " text=\"" + bad + "\"");
        assertThat(page.locator(".legend td.number").getByText(bad)).isVisible();
        for (String view : List.of("metrics?q=temp&show=tiles", "overview", "rules", "sources")) {
            open("#/" + view);
            assertThat(page.locator("main")).containsText(bad);
            assertThat(page.locator("main img")).hasCount(0);
        }
        assertThat(page.title()).endsWith("Sources – Weir");
    }

    @Test
    void commandsNeedTheToken() throws IOException {
        up.send("temp,hostname=flp10 c=97.5");
        openLocked("#/alarms?filter=hot/flp10");
        row("hot/flp10").click();
        page.keyboard().press("a");
        assertThat(page.locator(".detail button").first()).isDisabled();
        assertThat(page.evaluate(ACKNOWLEDGE)).isEqualTo(401);
        page.locator("#who button").click();
        page.locator("input[name=user]").fill("anna");
        page.locator("input[name=token]").fill("a guess");
        page.keyboard().press("Enter");
        assertThat(page.locator("dialog .error")).hasText("wrong token");
        assertThat(isState("hot/flp10", "ACKNOWLEDGED")).isFalse();

        page.locator("input[name=token]").fill(LockedDashboard.TOKEN);
        page.keyboard().press("Enter");
        assertThat(page.locator("#who")).containsText("anna");
        page.locator(".alarm-rows").press("a");
        assertThat(page.locator(".outcome")).hasText("Acknowledge: done for hot/flp10");
        assertThat(page.locator(".detail")).containsText("anna");
        page.locator("#who button").click();
        assertThat(page.locator("#who")).hasText("Sign in");
        assertThat(page.evaluate(ACKNOWLEDGE)).isEqualTo(401);
    }

    @Test
    void anExpiredLoginIsReportedWhenNeeded() throws IOException {
        up.send("temp,hostname=flp11 c=97.5");
        openLocked("#/alarms?alarm=hot%2Fflp11");
        page.locator("#who button").click();
        page.locator("input[name=user]").fill("anna");
        page.locator("input[name=token]").fill(LockedDashboard.TOKEN);
        page.keyboard().press("Enter");
        assertThat(page.locator("#who")).containsText("anna");
        page.context().clearCookies();
        page.locator(".detail button").first().click();

        assertThat(page.locator(".outcome")).containsText("Acknowledge failed: ");
        assertThat(page.locator("#who")).hasText("Sign in");
        assertThat(page.locator(".detail button").first()).isDisabled();
    }

    @Test
    void withoutTheStoreTheLivePageContinuesAndWarns() {
        openLocked("#/metrics?q=cpu,cpu%3Dcpu-total%20usage_active");
        assertThat(page.locator("[role=status]").getByText("does not answer")).isVisible();

        assertThat(page.locator(".legend td.number").first()).hasText(Pattern.compile("\\d"));
        assertThat(page.locator("#link")).hasText("Live");
    }

    @Test
    void aSelectorThatTakesTooMuchIsCappedWithANotice() {
        openLocked("#/metrics?q=*");
        assertThat(page.locator(".legend tbody tr")).hasCount(3);
        assertThat(page.locator("main")).containsText("More than 3 series: 3 are shown.");
    }

    @Test
    void aPauseFreezesThePlotAndResumingShowsTheNewest() throws IOException {
        up.send("amps,hostname=flp1 a=1.5");
        open("#/metrics?q=amps%20a");
        Locator value = page.locator(".legend td.number");
        assertThat(value).hasText("1.50");
        page.evaluate(WATCH);
        page.getByText("Pause").click();
        for (String next : List.of("2.5", "3.5", "4.5")) {
            up.send("amps,hostname=flp1 a=" + next);
            page.evaluate(ARRIVES, next);
        }
        assertThat((String) page.evaluate("() => window.shown.join()")).isEmpty();
        page.getByText("Resume").click();

        // The page's own stream may receive the last ones a moment later.
        assertThat(value).hasText("4.50");
    }

    @Test
    void aRangeThatIsDrawnIsZoomedToAndLiveLeadsBack() throws IOException {
        up.send("ohms,hostname=flp1 r=1.5");
        open("#/metrics?q=ohms%20r");
        assertThat(page.locator(".legend td.number")).hasText("1.50");
        BoundingBox plot = page.locator(".u-over").boundingBox();
        page.mouse().move(plot.x + plot.width / 2, plot.y + plot.height / 2);
        page.mouse().down();
        page.mouse().move(plot.x + plot.width * 3 / 4, plot.y + plot.height / 2);
        page.mouse().up();

        page.waitForURL(Pattern.compile("from=\\d+&to=\\d+"));
        assertThat(page.locator(".spans button[aria-pressed=true]")).hasText(new String[] {"Plot", "Lines"});
        page.getByText("Go live").click();
        page.waitForURL(Pattern.compile("#/metrics\\?q=[^&]*$"));
        assertThat(page.locator(".legend td.number")).hasText("1.50");
    }

    @Test
    void aSilenceIsAGapInThePlot() throws IOException {
        Instant now = Instant.now();
        for (int second = 100; second >= 0; second--) {
            if (second > 70 || second < 30) {
                up.send("tesla,hostname=flp1 t=" + second % 7 + " "
                        + now.minusSeconds(second).toEpochMilli() + "000000");
            }
        }
        open("#/overview");
        eventually("the store has it", () -> tab.stored("tesla t") == 60);
        open("#/metrics?q=tesla%20t");
        eventually("it is drawn, in two parts", () -> (int) page.evaluate(PARTS) == 2);
    }

    @Test
    void theListOfAlarmsIsGoneThroughWithKeys() throws IOException {
        up.send("temp,hostname=key1 c=85\ntemp,hostname=key2 c=95\ntemp,hostname=key3 c=85");
        open("#/alarms?filter=hot/key");
        assertThat(page.locator(".row")).hasCount(3);
        Locator chosen = page.locator(".row[aria-selected=true]");
        page.keyboard().press("Home");
        assertThat(chosen).containsText("hot/key2");
        page.keyboard().press("End");
        page.keyboard().press("ArrowUp");
        page.keyboard().press("ArrowDown");
        page.keyboard().press("ArrowUp");
        assertThat(page.locator(".row").nth(1)).hasAttribute("aria-selected", "true");
        page.keyboard().press("/");
        page.keyboard().press("End");
        page.keyboard().type("2a");
        assertThat(page.locator(".row")).hasCount(0);
        page.keyboard().press("Backspace");
        assertThat(page.locator(".row")).hasCount(1);
        assertThat(page.locator(".row")).containsText("unacknowledged");
    }

    @Test
    void aBrokenConnectionRecoversWithoutAReload() throws IOException {
        open("#/alarms");
        up.send("temp,hostname=before c=99");
        assertThat(row("hot/before")).hasCount(1);
        page.evaluate("() => { window.isStillThere = true; }");
        process.kill();
        assertThat(page.locator("#link")).containsText("Connection lost");

        process = up.start();
        assertThat(page.locator("#link")).hasText("Live");
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
    }

    private static boolean isState(String alarm, String state) {
        return up.read("alarms.state", 0).stream()
                .map(record -> record.value() == null ? "" : new String(record.value(), UTF_8))
                .anyMatch(
                        json -> json.contains("\"id\":\"" + alarm + "\"") && json.contains("\"to\":\"" + state + "\""));
    }

    private void open(String view) {
        Tab.show(page, "http://127.0.0.1:" + up.pagePort() + "/" + view);
    }

    private void openLocked(String view) {
        Tab.show(page, "http://127.0.0.1:" + locked.port() + "/" + view);
    }

    private Locator row(String text) {
        return page.locator(".row").filter(new Locator.FilterOptions().setHasText(text));
    }
}
