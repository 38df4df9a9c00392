package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.weir.standalone.UpInstallation;
import io.weir.standalone.WeirProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A newcomer does on the page what docs/tutorial.md says: its lines, its rule, and the controls that it names. */
@Tag("long")
class TutorialBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final Pattern LINE = Pattern.compile("echo '(?<line>[^']+)' \\| ./weir send -");
    private static final Pattern RULE = Pattern.compile("(?s)<<'END'\n(?<rule>.*?)\nEND\n");

    private final String tutorial = Files.readString(Path.of("..", "docs", "tutorial.md"));
    private final Page page = CHROMIUM.open().page();

    TutorialBrowserTest() throws IOException {}

    @Test
    @SuppressWarnings("try") // Weir runs until the end of the block.
    void thePageShowsWhatTheTutorialSays(@TempDir Path directory) throws IOException {
        List<String> lines = LINE.matcher(tutorial)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
        String ofOne = lines.get(0);
        String ofNonsense = lines.get(1);
        String ofHot = lines.get(lines.size() - 2);
        String ofCool = lines.get(lines.size() - 1);
        UpInstallation up = UpInstallation.probing(directory);
        try (WeirProcess process = up.start()) {
            Tab.show(page, "http://127.0.0.1:" + up.pagePort());
            open("Overview");
            assertThat(page.locator("main")).hasClass("overview");
            open("Metrics");
            assertThat(page.locator(".legend td.number").first()).hasText(Pattern.compile("\\d"));

            up.send(ofOne);
            says("Measurement");
            Locator measurement = page.locator("[data-name=measurement]").first();
            measurement.fill("gpu");
            measurement.press("Enter");
            assertThat(page.locator(".legend tbody tr")).containsText("61.5");
            says("Search");
            page.keyboard().press("Control+k");
            page.locator("dialog.search input").fill("flp1");
            page.locator(".found a[href='#/host/flp1']").click();
            assertThat(page.locator("main.host table").getByText("61.5")).isVisible();

            up.send(ofNonsense);
            open("Sources");
            assertThat(page.locator("td mark").first()).hasText("w");

            Files.writeString(directory.resolve("data").resolve("rules.yaml"), rule(), StandardOpenOption.APPEND);
            open("Alarms");
            Locator row = page.locator(".row").filter(new Locator.FilterOptions().setHasText("gpu-hot/TPC/flp1"));
            eventually("the rule is active", Duration.ofMinutes(2), () -> {
                send(up, ofHot);
                return row.isVisible();
            });
            row.click();
            Locator detail = page.locator(".detail");
            assertThat(detail).containsText(quoted("the value was 95, above 90, the limit of MAJOR"));
            press("Acknowledge");
            assertThat(detail.locator(".what")).containsText("MAJOR acknowledged since");
            detail.getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("gpu-hot"))
                    .click();
            assertThat(page.locator("ol.code li.lit")).containsText("gpu-hot");

            up.send(ofCool);
            open("Alarms");
            assertThat(row).hasCount(0);
            open("Journal");
            Locator transitions =
                    page.locator("tbody tr").filter(new Locator.FilterOptions().setHasText("gpu-hot/TPC/flp1"));
            assertThat(transitions.locator("td:nth-child(3)")).hasText(new String[] {
                quoted("acknowledged → normal"),
                quoted("unacknowledged → acknowledged"),
                quoted("normal → unacknowledged")
            });
            assertThat(link("Download CSV")).isVisible();
            assertThat(link("Shift summary")).isVisible();
        }
    }

    private static void send(UpInstallation up, String line) {
        try {
            up.send(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String rule() {
        return RULE.matcher(tutorial).results().findFirst().orElseThrow().group(1) + "\n";
    }

    /** Opens a view that the tutorial names. */
    private void open(String view) {
        says(view);
        page.locator("#nav a", new Page.LocatorOptions().setHasText(view)).click();
    }

    private void press(String button) {
        says(button);
        page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName(button).setExact(true))
                .click();
    }

    private Locator link(String name) {
        says(name);
        return page.getByRole(
                AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private String quoted(String text) {
        says(text);
        return text;
    }

    private void says(String text) {
        assertThat(tutorial.replaceAll("\\s+", " ")).contains("*" + text + "*");
    }
}
