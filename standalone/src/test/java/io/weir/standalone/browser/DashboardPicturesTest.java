package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.weir.standalone.Eventually.eventually;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.weir.standalone.UpInstallation;
import io.weir.standalone.WeirProcess;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * With {@code -Dweir.screenshots=true}: takes the pictures for README and docs again, from a
 * {@code weir up} with a small farm.
 */
@Tag("long")
@EnabledIfSystemProperty(named = "weir.screenshots", matches = "true")
class DashboardPicturesTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    /** The pictures in docs/img. */
    static final Set<String> PICTURES = Set.of(
            "alarms",
            "editor",
            "host",
            "indicators",
            "journal",
            "metrics",
            "overview",
            "rules",
            "search",
            "shift",
            "sources",
            "view");

    private static final String RULES = """
            version: 1

            # What the history keeps: means of every ten seconds, besides the values themselves.
            aggregate:
              - {name: cpu-10s, match: {measurement: cpu}, fields: [usage_active], functions: [mean, max], window: 10s, keep-raw: true}

            # A temperature that stays as it is need not be stored again and again.
            suppress:
              - {name: calm, match: {measurement: temp}, mode: deadband, absolute: 0.5, heartbeat: 1m, on: [storage]}

            alarms:
              - name: hot
                match: {measurement: temp}
                field: c
                path: [detector, hostname]
                minor: {above: 80, clear: 75}
                major: {above: 90, clear: 85}
                message: "{hostname} is at {value} °C"
                guidance: docs/runbooks/cooling.md
            """;

    private final Set<String> taken = new HashSet<>();

    @Test
    void takesThePicturesOfTheViews(@TempDir Path directory) throws IOException, InterruptedException {
        Files.writeString(directory.resolve("rules.yaml"), RULES);
        UpInstallation up = UpInstallation.probing(directory, "--rules=rules.yaml", "--store-port=" + FreePorts.next());
        try (WeirProcess weir = up.start();
                SmallFarm farm = new SmallFarm(up)) {
            Tab tab = CHROMIUM.open();
            String address = "http://127.0.0.1:" + up.pagePort() + "/#/";
            Page page = tab.page();
            page.setViewportSize(1440, 900);
            page.navigate(address + "alarms");
            farm.awaitNow();
            eventually(
                    "the store has it",
                    Duration.ofMinutes(2),
                    () -> tab.stored("cpu,cpu=cpu-total,hostname=flp1 usage_active") > 250);
            up.send("volts,hostname=flp3\ntemp,detector=ITS,hostname=flp4 c=6o.5");
            farm.heat();

            row(page, "hot/ITS/flp3").click();
            page.keyboard().press("a");
            assertThat(page.locator(".detail tbody tr")).hasCount(2);
            row(page, "hot/TPC/flp6").click();
            assertThat(page.locator(".detail tbody tr").first()).isVisible();
            take(page, "alarms");
            page.navigate(address + "indicators");
            assertThat(page.locator("main td a").first()).isVisible();
            take(page, "indicators");
            page.navigate(address + "journal");
            assertThat(page.locator("tbody tr.by-user")).hasCount(1);
            take(page, "journal");
            page.navigate(address + "shift");
            assertThat(page.locator("main")).containsText("Raised at the end 2");
            take(page, "shift");
            openWithHistory(page, address + "host/flp6");
            assertThat(page.locator("main")).containsText("fan rpm");
            take(page, "host");
            page.navigate(address + "sources");
            assertThat(page.locator("main")).containsText("invalid-number");
            take(page, "sources");
            page.navigate(address + "rules");
            assertThat(page.locator("main")).containsText("name: hot");
            take(page, "rules");
            openWithHistory(page, address + "metrics");
            assertThat(page.locator(".legend tbody tr")).hasCount(SmallFarm.HOSTS + 1);
            assertThat(page.locator(".ink canvas:not([hidden])").first()).isVisible();
            take(page, "metrics");
            openWithHistory(page, address + "overview");
            assertThat(page.locator(".key").first()).containsText("%");
            take(page, "overview");
            page.keyboard().press("Control+k");
            page.locator("dialog.search input").fill("flp6");
            assertThat(page.locator(".found a").first()).containsText("flp6");
            take(page, "search");
            page.keyboard().press("Escape");
            openWithHistory(page, address + "view?name=weir");
            assertThat(page.locator("main section").first()).isVisible();
            take(page, "view");
            page.getByText("Edit", new Page.GetByTextOptions().setExact(true)).click();
            page.locator("[aria-label='Down: Received']").click();
            page.getByText("Show YAML").click();
            assertThat(page.locator(".editor pre").first()).containsText("title: Processed");
            page.locator(".editor pre").first().scrollIntoViewIfNeeded();
            take(page, "editor");
            Assertions.assertThat(taken).isEqualTo(PICTURES);
            weir.terminate();
        }
    }

    private static Locator row(Page page, String alarm) {
        return page.locator(".row").filter(new Locator.FilterOptions().setHasText(alarm));
    }

    private static void openWithHistory(Page page, String address) {
        page.waitForResponse(answer -> answer.url().contains("api/history"), () -> page.navigate(address));
        page.waitForTimeout(3_000); // Collects some visible data; the test does not depend on it.
    }

    private void take(Page page, String view) {
        taken.add(view);
        assertThat(page.locator("#link")).hasText("Live");
        page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("..", "docs", "img", view + ".png")));
    }
}
