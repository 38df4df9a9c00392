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
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Views that a file describes, and what the page tells of Weir itself. */
class DashboardViewsBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String RULES = """
            version: 1
            suppress:
              - {name: still, match: {measurement: still}, mode: change, heartbeat: 5m}
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, path: [hostname], major: {above: 90}}
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

    private static Path views;
    private static UpInstallation up;
    private static WeirProcess process;

    private Tab tab;
    private Page page;

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

    @BeforeEach
    void openTab() {
        tab = CHROMIUM.open();
        page = tab.page();
    }

    @AfterEach
    void closeTabThatHasNothingToComplainOf() {
        tab.close();
        assertThat(tab.complaints()).isEmpty();
    }

    @Test
    void aViewOfAFileShowsItsPanelsAndOneAddressHoldsIt() throws IOException {
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
        Files.writeString(views.resolve("other.yaml"), "title: Before\npanels: [{title: Load, metrics: system load1}]");
        open("#/view?name=other");
        assertThat(page.locator("h1")).hasText("Before");
        Files.writeString(
                views.resolve("other.yaml"), "title: After it\npanels: [{title: Load, metrics: system load1}]");

        assertThat(page.locator("h1")).hasText("After it");
        Files.writeString(views.resolve("other.yaml"), "title: Mistaken\npanels: none");
        assertThat(page.locator(".error")).containsText("other.yaml:2: panels");
        assertThat(page.locator("h1")).hasText("After it");
        Files.delete(views.resolve("other.yaml"));
        assertThat(page.locator("#nav")).not().containsText("After it");
    }

    @Test
    void metricsAreShownAsATableThatIsSortedByWhatIsPressed() throws IOException {
        up.send("amps,hostname=flp3 i=1\namps,hostname=flp4 i=2");
        open("#/metrics?q=amps%20i&show=table");
        Locator rows = page.locator("table.values tbody tr");
        assertThat(rows.filter(new Locator.FilterOptions().setHasText("flp4"))).hasCount(1);
        page.locator("th button", new Page.LocatorOptions().setHasText("now")).click();
        assertThat(page.locator("th[aria-sort=descending]")).hasText("now");
        assertThat(rows.last()).containsText("flp3");
    }

    @Test
    void rulesTellWhatChecksSayAndWhatTheyHaveDone() throws IOException {
        up.send("still,hostname=a v=1 1700000000000000000\nstill,hostname=a v=1 1700000001000000000");
        open("#/rules");
        assertThat(page.locator(".warnings")).containsText("never decides");
        page.locator(".warnings button").click();
        assertThat(page.locator("li.lit")).containsText("hostname: a");
        assertThat(page.locator("tbody tr").filter(new Locator.FilterOptions().setHasText("still")))
                .containsText("values left out");
    }

    @Test
    void theOverviewOfAWallHasNoControlsAndTellsWhatMoves() throws IOException {
        // In one datagram: several may overtake one another.
        up.send("volts,hostname=flp5 v=12\nvolts,hostname=flp5 v=13\n".repeat(10) + "volts,hostname=flp5 v=19");
        open("#/overview?wall=1");

        assertThat(page.locator("section").filter(new Locator.FilterOptions().setHasText("Top movers")))
                .containsText("volts v");
        assertThat(page.locator("section").filter(new Locator.FilterOptions().setHasText("Behind")))
                .containsText(Pattern.compile("processing.*alarming.*writer"));
        assertThat(page.locator("nav")).isHidden();
        assertThat(page.locator(".verdict strong")).isVisible();
        page.keyboard().press("Escape");
        assertThat(page.locator("nav")).isVisible();
    }

    private void open(String view) {
        page.navigate("http://127.0.0.1:" + up.pagePort() + "/" + view);
    }
}
