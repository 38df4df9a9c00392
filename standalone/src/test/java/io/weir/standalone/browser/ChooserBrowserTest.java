package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Users choose metrics by the keyboard, and from names that appear while the page is open. */
@Tag("long")
class ChooserBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String VIEW = """
            title: Rack
            panels:
              - {title: All, metrics: [cpu load, fan rpm, temp c]}
            """;

    private final Page page = CHROMIUM.open().page();
    private PageServer server;

    @BeforeEach
    void start(@TempDir Path views) throws IOException {
        Files.writeString(views.resolve("rack.yaml"), VIEW);
        server = new PageServer(views);
        server.live("cpu,hostname=flp1 load=11");
        server.live("fan,hostname=flp1 rpm=4000");
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void theFocusStaysAmongTheMetricsOfAPanel() {
        edit();
        removals().nth(1).press("Enter");
        assertThat(measurements()).hasCount(2);
        // The next one, which was the last.
        assertThat(removals().nth(1)).isFocused();
        assertThat(measurements().nth(1)).hasValue("temp");
        button("Add metric").press("Enter");
        assertThat(measurements().nth(2)).isFocused();
        removals().nth(2).press("Enter");
        assertThat(removals().nth(1)).isFocused();
        removals().nth(1).press("Enter");
        assertThat(removals()).hasCount(0);
        assertThat(button("Add metric")).isFocused();
        assertThat(measurements()).hasCount(1);
        button("Show YAML").press("Enter");
        assertThat(page.getByLabel("rack.yaml")).containsText("- {title: All, metrics: cpu load}");
    }

    @Test
    void theFocusStaysAmongTheMetricsOfAPlot() {
        Tab.show(page, server.url("#/metrics?q=cpu%20load&q=fan%20rpm&q=temp%20c"));
        removals().nth(0).press("Enter");
        assertThat(removals().nth(0)).isFocused();
        assertThat(page).hasURL(server.url("#/metrics?q=fan+rpm&q=temp+c"));
        removals().nth(0).press("Enter");
        assertThat(button("+ Add metrics")).isFocused();
        assertThat(page).hasURL(server.url("#/metrics?q=temp+c"));
        button("+ Add metrics").press("Enter");
        assertThat(measurements().nth(1)).isFocused();
    }

    @Test
    void namesThatAppearLaterAreOffered() {
        edit();
        assertThat(option("fan")).hasCount(1);
        server.live("power,detector=TPC watts=120");
        eventually("the new measurement is offered", Duration.ofSeconds(30), () -> {
            measurements().first().blur();
            measurements().first().focus();
            return option("power").count() == 1;
        });
        assertThat(page.locator(".selector").first().locator("label.set")).hasCount(2);
        measurements().first().fill("power");
        measurements().first().press("Tab");
        // The measurement; the field is no longer chosen.
        assertThat(page.locator(".selector").first().locator("label.set")).hasCount(1);
        Locator detectors = page.locator(".selector").first().locator("[data-name=detector]");
        detectors.fill("TPC");
        detectors.press("Tab");
        assertThat(page.locator(".selector").first().locator("label.set")).hasCount(2);
        detectors.focus();
        detectors.fill("");
        server.live("power,detector=ITS watts=120");
        eventually("the new value is offered", Duration.ofSeconds(30), () -> {
            // The text that the user is typing stays.
            detectors.press("x");
            detectors.click();
            return option("ITS").count() == 1;
        });
        assertThat(detectors).isFocused();
        assertThat(detectors.inputValue()).matches("x+");
    }

    @Test
    void openChoosersAskTheServerRarely() {
        edit();
        assertThat(option("fan")).hasCount(1);
        List<String> questions = new ArrayList<>();
        page.onRequest(request -> {
            if (request.url().contains("api/catalog?q=cpu")) {
                questions.add(request.url());
            }
        });
        long start = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            measurements().first().focus();
            measurements().first().blur();
        }
        long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
        assertThat(questions).hasSizeLessThanOrEqualTo((int) (1 + seconds / 2));
    }

    private void edit() {
        Tab.show(page, server.url("#/view?name=rack"));
        button("Edit").click();
        page.locator(".drafts summary").first().press("Enter");
        assertThat(measurements()).hasCount(3);
    }

    private Locator option(String name) {
        return page.locator(".selector").first().locator("option[value=" + name + "]");
    }

    private Locator measurements() {
        return page.locator("[data-name=measurement]");
    }

    private Locator removals() {
        return page.locator(".selector").getByRole(AriaRole.BUTTON);
    }

    private Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }
}
