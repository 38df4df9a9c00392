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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The editor changes what a view is about, its tag to choose, and its variables. */
@Tag("long")
class EditedVariablesBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String VIEW = """
            title: Rack
            about: Of a rack.
            # What users choose.
            variables:
              host: {tag: hostname, all: true}
            panels:
              # The processors.
              - {title: Load of $host, kind: tile, metrics: "cpu,hostname=$host load"}
            """;

    private final Page page = CHROMIUM.open().page();
    private Path views;
    private PageServer server;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        views = directory;
        Files.writeString(views.resolve("rack.yaml"), VIEW);
        server = new PageServer(views);
        server.live("cpu,detector=TPC,hostname=flp1 load=11");
        server.live("cpu,detector=ITS,hostname=flp2 load=12");
        page.setViewportSize(1_400, 900);
        Axe.addTo(page);
        Tab.show(page, server.url("#/view?name=rack"));
        button("Edit").click();
        page.locator(".editor > div > details > summary").press("Enter");
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aboutAndVariablesAreSetByTheKeyboard() {
        enter(page.getByLabel("About"), "Of a rack: all.");
        button("Add variable").press("Enter");
        assertThat(field("without a name", "name")).isFocused();
        page.keyboard().type("detector");
        page.keyboard().press("Tab");
        enter(field("detector", "tag"), "detector");
        assertThat(field("detector", "default").locator("xpath=..").locator("option"))
                .hasCount(2);
        enter(field("detector", "measurement"), "cpu");
        enter(field("detector", "default"), "TPC");
        variable("detector").getByLabel("Offer all").press("Space");
        enter(page.getByLabel("Title of panel 1"), "Load of $host of $detector");
        // The page follows.
        assertThat(heading()).hasText("Load of all of TPC");
        page.locator("[data-name=var-detector]").selectOption("ITS");
        assertThat(heading()).hasText("Load of all of ITS");
        assertThat(Axe.violations(page)).isEmpty();
        page.setViewportSize(320, 800);
        assertThat(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
        page.setViewportSize(1_400, 900);
        // The draft outlasts a reload.
        page.reload();
        assertThat(page.getByLabel("About")).hasValue("Of a rack: all.");
        assertThat(heading()).hasText("Load of all of ITS");
        button("Show YAML").press("Enter");
        assertThat(page.getByLabel("rack.yaml")).hasText("""
                title: Rack
                about: 'Of a rack: all.'
                # What users choose.
                variables:
                  detector: {measurement: cpu, tag: detector, default: TPC}
                  host: {tag: hostname, all: true}
                panels:
                  # The processors.
                  - {title: Load of $host of $detector, kind: tile, metrics: 'cpu,hostname=$host load'}
                """);
    }

    @Test
    void theTagToChooseIsSetAndRemoved() {
        Locator tag = page.getByLabel("Tag to choose");
        Locator value = page.locator("[list=only-rack]");
        assertThat(value).hasCount(0);
        tag.focus();
        assertThat(tag.locator("xpath=..").locator("option")).hasCount(2);
        enter(tag, "detector");
        enter(value, "TPC");
        assertThat(page).hasURL(server.url("#/view?name=rack&only=TPC"));
        assertThat(page.locator("main section:not(.editor) .tile")).hasCount(1);
        // The draft and the choice outlast a reload.
        page.reload();
        assertThat(value).hasValue("TPC");
        button("Show YAML").click();
        assertThat(page.getByLabel("rack.yaml")).hasText(VIEW.replace("panels:", "choose: detector\npanels:"));
        // Another tag has other values.
        enter(tag, "hostname");
        assertThat(value).hasValue("");
        assertThat(page).hasURL(server.url("#/view?name=rack"));
        assertThat(page.locator("main section:not(.editor) .tile")).hasCount(2);
        enter(tag, "");
        assertThat(value).hasCount(0);
        button("Show YAML").click();
        assertThat(page.getByLabel("Changes")).hasText("None");
        // The file has no such tag.
        enter(tag, " detector ");
        assertThat(tag).hasValue("detector");
        enter(value, "TPC");
        button("Discard changes").click();
        assertThat(button("Edit")).isVisible();
        assertThat(page).hasURL(server.url("#/view?name=rack"));
    }

    @Test
    void aRemovedVariableLeavesTheFile() {
        button("Remove variable: host").press("Enter");
        assertThat(button("Add variable")).isFocused();
        assertThat(page.locator("[data-name=var-host]")).hasCount(0);
        button("Show YAML").click();
        assertThat(page.locator(".draft-file .error").first()).containsText("has the unknown variable $host");
        enter(page.getByLabel("Title of panel 1"), "Load");
        page.locator(".drafts summary").first().click();
        enter(page.locator(".drafts [data-name=hostname]"), "flp1");
        enter(page.getByLabel("About"), "");
        button("Show YAML").click();
        assertThat(page.getByLabel("rack.yaml")).hasText("""
                title: Rack
                # What users choose.
                panels:
                  # The processors.
                  - {title: Load, kind: tile, metrics: 'cpu,hostname=flp1 load'}
                """);
    }

    @Test
    void mistakesOfVariablesAreShown() {
        button("Add variable").click();
        enter(field("without a name", "name"), "host");
        button("Show YAML").click();
        assertThat(page.locator(".draft-file .error").last()).containsText("Two variables have the name host");
        enter(page.locator(".editor [data-name=name]").last(), "spare");
        button("Show YAML").click();
        assertThat(page.locator(".draft-file .error").first()).containsText("variables.spare.tag: is missing");
        enter(field("spare", "tag"), "detector");
        button("Show YAML").click();
        assertThat(page.locator(".draft-file .error").first()).containsText("has spare, which no panel uses");
    }

    @Test
    void aDraftOfVariablesIsAppliedToAFileThatChangedMeanwhile() throws IOException {
        enter(field("host", "default"), "flp2");
        String changed = VIEW.replace("Of a rack", "Of racks").replace("panels:", "choose: detector\npanels:");
        Files.writeString(views.resolve("rack.yaml"), changed);
        eventually("the server refuses the outdated draft", Duration.ofMinutes(1), () -> {
            button("Show YAML").click();
            return page.locator(".draft-file .error").isVisible();
        });
        // The draft is of the earlier file after a reload, too.
        page.reload();
        button("Show YAML").click();
        button("Apply to the current file").click();
        assertThat(page.getByLabel("About")).hasValue("Of racks.");
        assertThat(page.getByLabel("Tag to choose")).hasValue("detector");
        assertThat(page.getByLabel("rack.yaml"))
                .hasText(changed.replace("{tag: hostname, all", "{tag: hostname, default: flp2, all"));
    }

    private static void enter(Locator field, String text) {
        field.fill(text);
        field.press("Tab");
    }

    private Locator variable(String name) {
        return page.getByRole(
                AriaRole.GROUP,
                new Page.GetByRoleOptions().setName("Variable " + name).setExact(true));
    }

    private Locator field(String variable, String key) {
        return variable(variable).locator("[data-name=" + key + "]");
    }

    private Locator heading() {
        return page.locator("main section:not(.editor) h2 span");
    }

    private Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }
}
