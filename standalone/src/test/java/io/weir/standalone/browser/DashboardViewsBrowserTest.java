package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.weir.standalone.UpInstallation;
import io.weir.standalone.WeirProcess;
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

/**
 * Views from files, the page's information on Weir itself, and unusual addresses, screens and
 * clocks.
 */
@Tag("long")
class DashboardViewsBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String RULES = """
            version: 1
            suppress:
              - {name: still, match: {measurement: still}, mode: change, heartbeat: 5m}
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, path: [hostname], major: {above: 90}}
              - {name: dense, match: {measurement: press}, field: c, path: [hostname], major: {above: 90}}
            route:
              - {match: {measurement: temp}, to: [storage, live]}
              - {match: {measurement: temp, tags: {hostname: a}}, to: [live]}
            """;

    private static final String VIEW = """
            title: "<b>Laboratory</b>"
            choose: hostname
            panels:
              - {title: Gauges, kind: gauge, metrics: temp c, unit: °C, max: 100, minor: {above: 80}, major: {above: 90}}
              - {title: Tiles, kind: tile, metrics: temp c, minor: {above: 80}}
              - {title: Table, kind: table, metrics: [temp c, fan rpm]}
              - {title: Plot, metrics: [temp c, fan rpm], min: 0}
            """;

    /**
     * The distance of the time axis' end from now, in minutes, if most senders are an hour behind
     * and a few ahead.
     */
    private static final String TIME_AXIS = """
            () => import('/lines.js').then(({Lines}) => {
              const lines = new Lines(300_000);
              for (let i = 0; i < 100; i++) {
                lines.put(i % 20, Date.now() + (i % 20 === 7 ? 600 : -60) * 60_000, 1, true);
              }
              return Math.round((lines.end() - Date.now()) / 60_000);
            })""";

    private static final String BROWSER_AN_HOUR_AHEAD = "const now = Date.now; Date.now = () => now() + 3_600_000;";

    /** Makes the page hidden, or visible again after some seconds. */
    private static final String HIDE = """
            hidden => {
              Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
              const now = Date.now;
              Date.now = () => now() + 5_000;
              document.dispatchEvent(new Event('visibilitychange'));
            }""";

    private static Path views;
    private static UpInstallation up;
    private static WeirProcess process;

    private final Page page = CHROMIUM.open().page();

    @BeforeAll
    static void startWeir(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("rules.yaml"), RULES);
        views = Files.createDirectory(directory.resolve("views"));
        Files.writeString(views.resolve("lab.yaml"), VIEW);
        up = new UpInstallation(directory, "--rules=rules.yaml").with("WEIR_DASHBOARD_VIEWS", views.toString());
        process = up.start();
    }

    @AfterAll
    static void endWeir() {
        if (process != null) {
            process.close();
        }
    }

    @Test
    void aViewFileShowsItsPanelsUnderOneAddress() throws IOException {
        open("#/overview");
        page.locator("#nav a", new Page.LocatorOptions().setHasText("<b>Laboratory</b>"))
                .click();
        up.send("temp,hostname=flp1 c=95.5\ntemp,hostname=flp2 c=20\nfan,hostname=flp2 rpm=1200");

        Locator hot = page.locator(".gauge").filter(new Locator.FilterOptions().setHasText("flp1"));
        assertThat(hot).containsText("95.5 °C");
        assertThat(hot.locator(".more")).hasText("major");
        assertThat(hot).hasAttribute("aria-valuenow", "95.5");
        assertThat(page.locator(".tile")
                        .filter(new Locator.FilterOptions().setHasText("flp1"))
                        .locator(".more"))
                .hasText("minor");
        Locator row = page.locator("table.values tbody tr").filter(new Locator.FilterOptions().setHasText("flp2"));
        assertThat(row).hasText(Pattern.compile("flp2\\s*1.20 k\\s*20"));
        assertThat(page.locator("section.panel-plot .key")).hasCount(3);
        assertThat(page.locator("h1")).hasText("<b>Laboratory</b>");

        page.locator(".only input").fill("flp2");
        page.locator(".only input").press("Enter");
        assertThat(page.locator(".gauge")).hasCount(1);
        page.reload();
        assertThat(page.locator(".gauge")).hasCount(1);
        assertThat(page.locator(".gauge")).containsText("20 °C");
    }

    @Test
    void aFileThatIsEditedChangesThePageWithoutAReload() throws IOException {
        page.clock().install();
        Files.writeString(views.resolve("other.yaml"), "title: Before\npanels: [{title: Load, metrics: system load1}]");
        open("#/view?name=other");
        assertThat(page.locator("h1")).hasText("Before");
        Files.writeString(
                views.resolve("other.yaml"), "title: After it\npanels: [{title: Load, metrics: system load1}]");

        lookAgain();
        assertThat(page.locator("h1")).hasText("After it");
        Files.writeString(views.resolve("other.yaml"), "title: Mistaken\npanels: none");
        lookAgain();
        assertThat(page.locator(".error")).containsText("other.yaml:2: panels");
        assertThat(page.locator("h1")).hasText("After it");
        Files.delete(views.resolve("other.yaml"));
        lookAgain();
        assertThat(page.locator("#nav")).not().containsText("After it");
    }

    /** The page asks for changes of a view every five seconds. */
    private void lookAgain() {
        page.clock().fastForward(5_000);
    }

    @Test
    void metricsAreShownAsATableThatIsSortedByWhatIsPressed() throws IOException {
        up.send("amps,hostname=flp3 i=1\namps,hostname=flp4 i=2");
        open("#/metrics?q=amps%20i&show=table");
        Locator rows = page.locator("table.values tbody tr");
        assertThat(rows.filter(new Locator.FilterOptions().setHasText("flp4"))).hasCount(1);
        page.locator("table.values th button", new Page.LocatorOptions().setHasText("Last"))
                .click();
        assertThat(page.locator("table.values th[aria-sort=descending]")).hasText("Last");
        assertThat(rows.last()).containsText("flp3");
    }

    @Test
    void rulesShowTheirChecksAndEffects() throws IOException {
        up.send("still,hostname=a v=1 1700000000000000000\nstill,hostname=a v=1 1700000001000000000");
        open("#/rules");
        assertThat(page.locator(".warnings")).containsText("never decides");
        page.locator(".warnings button").click();
        assertThat(page.locator("li.lit")).containsText("hostname: a");
        assertThat(page.locator("tbody tr").filter(new Locator.FilterOptions().setHasText("still")))
                .containsText("values suppressed");
    }

    @Test
    void theWallOverviewHasNoControlsAndShowsOutliers() throws IOException {
        // In one datagram, because several may overtake one another.
        up.send("volts,hostname=flp5 v=12\nvolts,hostname=flp5 v=13\n".repeat(10) + "volts,hostname=flp5 v=19");
        open("#/overview?wall=1");

        assertThat(page.locator("section").filter(new Locator.FilterOptions().setHasText("Top outliers")))
                .containsText("volts v");
        assertThat(page.locator("section").filter(new Locator.FilterOptions().setHasText("Consumer lag")))
                .containsText(Pattern.compile("processing.*alarming.*writer"));
        assertThat(page.locator("nav")).isHidden();
        assertThat(page.locator(".verdict strong")).isVisible();
        page.keyboard().press("Escape");
        assertThat(page.locator("nav")).isVisible();
    }

    @Test
    void anAddressThatMeansNothingLeadsSomewhere() {
        for (String rubbish : List.of(
                "nowhere?a=b?c",
                "%E0%A4&&=&",
                "constructor",
                "alarms?as=x&show=x&alarm=%00&filter=%F0%9F%94%A5",
                "metrics?q=press&from=x&to=9e99&span=toString&show=x",
                "rules?line=x",
                "sources?find=%3Cb%3E",
                "host/%3Cb%3E",
                "host/%E0%A4",
                "shift?from=x&to=9e99",
                "sources?by=toString",
                "view?name=../lab&span=x")) {
            open("#/" + rubbish);
            assertThat(page.locator("main > *").first()).isVisible();
        }
        assertThat(page.locator("main")).containsText("No view has the name ../lab");
        page.goBack();
        assertThat(page.locator("#nav a[aria-current]")).hasText("Sources");
    }

    @Test
    void anInvalidSelectorIsReportedAsSuch() {
        open("#/metrics?q=temp,hostname");

        assertThat(page.locator(".notice")).containsText("a tag needs '='");
        assertThat(page.locator(".notice")).hasCount(1);
        assertThat(page.locator("#link")).hasText("Live");
    }

    @Test
    void noViewIsWiderThanATelephone() throws IOException {
        String host = ",hostname=" + "long".repeat(60);
        up.send("press" + host + " c=95\ncpu,cpu=cpu-total" + host + " usage_active=1\nvolts" + host);
        page.setViewportSize(390, 844);
        for (String view : List.of(
                "alarms",
                "alarms?as=tree",
                "overview",
                "metrics?q=press",
                "metrics?q=press&show=tiles",
                "sources",
                "host/" + "long".repeat(60))) {
            open("#/" + view);
            assertThat(page.locator("main")
                            .getByText("longlong")
                            .locator("visible=true")
                            .first())
                    .isVisible();
            assertThat(page.evaluate("() => document.documentElement.scrollWidth"))
                    .as(view)
                    .isEqualTo(390);
        }
    }

    @Test
    void theClockOfTheBrowserMayBeWrong() throws IOException {
        up.send("press,hostname=skewed c=20");
        page.addInitScript(BROWSER_AN_HOUR_AHEAD);
        open("#/sources");

        Locator row = page.locator("tr").filter(new Locator.FilterOptions().setHasText("skewed"));
        // Not an hour; on a busy machine some minutes.
        Pattern recently = Pattern.compile("^(now|\\d+ s ago|1?\\d min ago)$");
        assertThat(row.locator("td").filter(new Locator.FilterOptions().setHasText(recently)))
                .hasCount(1);
    }

    @Test
    void theTimeAxisFollowsTheClocksOfMostSenders() {
        open("#/overview");

        assertThat(page.evaluate(TIME_AXIS)).isEqualTo(-60);
    }

    @Test
    void aValueOfLongAgoIsSaidToBeOld() throws IOException {
        long then = Instant.now().minusSeconds(1_500).toEpochMilli();
        up.send("press,hostname=dead c=15 " + then + "000000");
        up.awaitIn("metrics.live", "dead");
        open("#/metrics?q=press,hostname%3Ddead&show=tiles");

        Locator tile = page.locator(".tile");
        assertThat(tile.locator(".value")).hasText("15");
        assertThat(tile.locator(".more")).hasText(Pattern.compile("^2[5-9] min ago$"));
        up.send("press,hostname=dead c=16");
        assertThat(tile.locator(".value")).hasText("16");
        assertThat(tile.locator(".more")).hasText("");
    }

    @Test
    void valuesMissedInTheBackgroundComeFromTheStore() throws IOException {
        up.send("press,hostname=hidden c=20");
        page.waitForResponse(
                answer -> answer.url().contains("api/history"), () -> open("#/metrics?q=press,hostname%3Dhidden"));
        assertThat(page.locator(".legend td.number")).hasText("20");
        page.evaluate(HIDE, true);
        page.waitForResponse(answer -> answer.url().contains("api/history"), () -> page.evaluate(HIDE, false));
    }

    @Test
    void aRowOfAnAlarmStaysTheSameWhileOthersComeAndGo() throws IOException {
        up.send("press,hostname=stays c=95");
        open("#/alarms?filter=stays");
        Locator rows = page.locator(".row");
        assertThat(rows).hasCount(1);
        page.evaluate("() => { window.row = document.querySelector('.row'); }");
        up.send("press,hostname=stays-not c=95");
        assertThat(rows).hasCount(2);
        up.send("press,hostname=stays-not c=20");
        assertThat(rows).hasCount(1);

        assertThat(page.evaluate("() => window.row.isConnected")).isEqualTo(true);
    }

    private void open(String view) {
        Tab.show(page, "http://127.0.0.1:" + up.pagePort() + "/" + view);
    }
}
