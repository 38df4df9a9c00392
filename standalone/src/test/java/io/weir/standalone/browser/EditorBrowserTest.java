package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.weir.dashboard.view.Panel;
import io.weir.dashboard.view.View;
import io.weir.dashboard.view.ViewFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Users edit a view on the page, and get the file that makes it. */
@Tag("long")
class EditorBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String VIEW = """
            title: Rack
            panels:
              # The processors.
              - {title: Load, kind: tile, metrics: cpu load}   # all of them
              - {title: Fans, kind: tile, metrics: fan rpm}
              - {title: Degrees, kind: tile, metrics: temp c}
            """;

    private final Page page = CHROMIUM.open().page();
    private Path views;
    private Path made;
    private PageServer server;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        views = Files.createDirectory(directory.resolve("views"));
        made = Files.createDirectory(directory.resolve("made"));
        Files.writeString(views.resolve("rack.yaml"), VIEW);
        server = new PageServer(views);
        server.live("cpu,hostname=flp1 load=11");
        server.live("fan,hostname=flp1 rpm=4000");
        Tab.show(page, server.url("#/view?name=rack"));
        button("Edit").click();
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void theKeyboardMovesRenamesSizesAndRemoves() throws IOException {
        assertThat(page.getByLabel("Title of the view")).isFocused();
        button("Down: Load").focus();
        page.keyboard().press("Enter");
        assertThat(headings()).hasText(new String[] {"Fans", "Load", "Degrees"});
        assertThat(button("Down: Load")).isFocused();
        page.keyboard().press("Enter");
        // At the end, the button is gone: the row keeps the focus.
        assertThat(button("Up: Load")).isFocused();
        assertThat(headings()).hasText(new String[] {"Fans", "Degrees", "Load"});
        page.getByLabel("Title of panel 1").fill("Fans: all");
        page.getByLabel("Title of panel 1").press("Enter");
        page.getByLabel("Width of Fans").selectOption("row");
        button("Remove: Degrees").press("Enter");
        page.getByLabel("Title of the view").fill("Rack 1");
        page.getByLabel("Title of the view").press("Tab");
        assertThat(headings()).hasText(new String[] {"Fans: all", "Load"});
        assertThat(page.locator("main section:not(.editor)").first()).hasClass("panel-tile wide");

        button("Show YAML").press("Enter");
        assertThat(made("rack.yaml")).hasText("""
                title: Rack 1
                panels:
                  - {title: 'Fans: all', kind: tile, metrics: fan rpm, wide: true}
                  # The processors.
                  - {title: Load, kind: tile, metrics: cpu load}   # all of them
                """);
        assertThat(made("Changes")).containsText("-  - {title: Degrees, kind: tile, metrics: temp c}");
        View view = loaded();
        assertThat(view.title()).isEqualTo("Rack 1");
        assertThat(view.panels()).extracting(Panel::title).containsExactly("Fans: all", "Load");
        assertThat(Files.readString(views.resolve("rack.yaml"))).isEqualTo(VIEW);
        button("Discard changes").press("Enter");
        assertThat(headings()).hasText(new String[] {"Load", "Fans", "Degrees"});
    }

    @Test
    void theMouseDragsAPanel() {
        page.locator(".handle").nth(2).dragTo(page.locator(".drafts li").first());
        assertThat(headings()).hasText(new String[] {"Degrees", "Load", "Fans"});
    }

    @Test
    void aNewPanelIsChosenFromTheExistingNames() throws IOException {
        server.live("power,detector=TPC watts=120");
        button("Add panel").click();
        assertThat(page.getByLabel("Title of panel 4")).isFocused();
        page.getByLabel("Title of panel 4").fill("Power");
        page.getByLabel("Title of panel 4").press("Tab");
        page.getByLabel("Kind of New panel").selectOption("gauge");
        page.getByLabel("Maximum of Power").fill("500");
        page.getByLabel("Maximum of Power").press("Tab");
        Locator measurement = page.locator(".drafts li").last().locator("[data-name=measurement]");
        assertThat(page.locator(".drafts li").last().locator("option[value=power]"))
                .hasCount(1);
        measurement.fill("power");
        measurement.press("Enter");
        page.locator(".drafts li").last().locator("[data-name=field]").fill("watts");
        page.locator(".drafts li").last().locator("[data-name=field]").press("Enter");
        assertThat(page.locator(".gauge")).containsText("120");

        button("Show YAML").click();
        assertThat(made("Changes")).containsText("+  - {title: Power, kind: gauge, metrics: power watts, max: 500}");
        assertThat(loaded().panels()).hasSize(4);
    }

    @Test
    void allMistakesAreShownInsteadOfAFile() {
        page.getByLabel("Title of panel 1").fill("");
        page.getByLabel("Title of panel 1").press("Tab");
        page.getByLabel("Kind of Fans").selectOption("gauge");
        button("Add panel").click();
        button("Show YAML").click();
        assertThat(page.locator(".editor .error")).containsText(new String[] {
            "rack.yaml: panels[0].title: must not be empty",
            "rack.yaml: panels[1].max: is missing: a gauge needs the end of its scale",
            "rack.yaml: panels[3].metrics: must name at least one"
        });
        assertThat(page.locator(".editor pre")).hasCount(0);
    }

    @Test
    void aDraftIsAppliedToAFileThatChangedMeanwhile() throws IOException {
        button("Down: Load").click();
        Files.writeString(views.resolve("rack.yaml"), VIEW.replace("Degrees", "Celsius"));
        eventually("the server refuses the outdated draft", Duration.ofMinutes(1), () -> {
            button("Show YAML").click();
            return page.locator(".editor .error").isVisible();
        });
        assertThat(page.locator(".editor .error")).containsText("rack.yaml has changed since the page read it");
        page.waitForResponse(answer -> answer.url().endsWith("api/views"), () -> {});
        assertThat(headings()).hasText(new String[] {"Fans", "Load", "Degrees"});
        button("Apply to the current file").click();
        assertThat(made("rack.yaml")).hasText("""
                title: Rack
                panels:
                  - {title: Fans, kind: tile, metrics: fan rpm}
                  # The processors.
                  - {title: Load, kind: tile, metrics: cpu load}   # all of them
                  - {title: Degrees, kind: tile, metrics: temp c}
                """);
        assertThat(made("Changes")).containsText("-  - {title: Celsius, kind: tile, metrics: temp c}");
        button("Discard changes").click();
        assertThat(headings()).hasText(new String[] {"Load", "Fans", "Celsius"});
    }

    @Test
    void aDraftOutlastsReloadsOtherViewsAndTheWall() {
        button("Down: Load").click();
        page.getByLabel("Title of the view").fill("Mine");
        page.reload();
        assertDraft();
        page.locator("#clock").click();
        assertDraft();
        page.locator("#wall").click();
        assertThat(headings()).hasText(new String[] {"Load", "Fans", "Degrees"});
        assertThat(page.locator(".editor")).hasCount(0);
        page.goBack();
        assertDraft();
        page.evaluate("() => { location.hash = '#/sources'; }");
        assertThat(page.locator("main")).hasClass("sources");
        page.goBack();
        assertDraft();
        button("Discard changes").click();
        page.reload();
        assertThat(button("Edit")).isVisible();
        assertThat(headings()).hasText(new String[] {"Load", "Fans", "Degrees"});
    }

    private void assertDraft() {
        assertThat(page.locator(".editor [role=status]"))
                .hasText("Your draft is kept in this tab until you discard it");
        assertThat(page.getByLabel("Title of the view")).hasValue("Mine");
        assertThat(headings()).hasText(new String[] {"Fans", "Load", "Degrees"});
    }

    /** Loads the file that the page saves. */
    private View loaded() throws IOException {
        Download download = page.waitForDownload(() -> button("Save YAML").click());
        assertThat(download.suggestedFilename()).isEqualTo("rack.yaml");
        download.saveAs(made.resolve("rack.yaml"));
        return ViewFiles.in(made).get(0);
    }

    private Locator made(String name) {
        return page.getByRole(
                AriaRole.GROUP, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private Locator headings() {
        return page.locator("main section:not(.editor) h2 span");
    }

    private Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }
}
