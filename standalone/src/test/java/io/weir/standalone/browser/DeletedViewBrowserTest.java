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

/** The file of a view is deleted while a user edits the view. */
@Tag("long")
class DeletedViewBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String VIEW = """
            title: Rack
            about: Of $host.
            span: 90s
            variables:
              host: {tag: hostname, all: true}
            panels:
              # Lost with the file.
              - {title: Load, kind: tile, metrics: "cpu,hostname=$host load"}
              - {title: Fans, kind: tile, metrics: fan rpm}
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
        Files.writeString(views.resolve("other.yaml"), VIEW.replace("Rack", "Other"));
        server = new PageServer(views);
        Tab.show(page, server.url("#/view?name=rack"));
        button("Edit").click();
        button("Down: Load").click();
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void itsDraftIsKeptAsANewFileOrDiscarded() throws IOException {
        Files.delete(views.resolve("rack.yaml"));
        assertThat(page.locator(".editor [role=alert]")).containsText("The file rack.yaml is gone");
        page.evaluate("() => { location.hash = '#/sources'; }");
        assertThat(page.locator(".editor")).hasCount(0);
        page.reload();
        link("Rack (draft)").click();
        assertThat(page.locator("main section:not(.editor) h2 span")).hasText(new String[] {"Fans", "Load"});
        assertThat(page.locator(".editor [role=alert]")).containsText("The file rack.yaml is gone");
        button("Show YAML").click();
        assertThat(page.getByLabel("rack.yaml")).hasText("""
                title: Rack
                about: Of $host.
                span: 90s
                variables: {host: {tag: hostname, all: true}}
                panels:
                  - {title: Fans, kind: tile, metrics: fan rpm}
                  - {title: Load, kind: tile, metrics: 'cpu,hostname=$host load'}
                """);
        assertThat(changes()).containsText("--- /dev/null\n+++ b/rack.yaml\n");
        Download download = page.waitForDownload(() -> button("Save YAML").click());
        download.saveAs(made.resolve(download.suggestedFilename()));
        View view = ViewFiles.in(made).get(0);
        assertThat(view.name()).isEqualTo("rack");
        assertThat(view.panels()).extracting(Panel::title).containsExactly("Fans", "Load");

        button("Discard changes").click();
        assertThat(page.locator("main")).containsText("No view has the name rack");
        assertThat(link("Other")).isVisible();
        assertThat(link("Rack (draft)")).hasCount(0);
    }

    @Test
    void itsDraftIsAppliedToALaterFileOfTheSameName() throws IOException {
        Files.delete(views.resolve("rack.yaml"));
        eventually("the server knows that the file is gone", Duration.ofMinutes(1), () -> {
            button("Show YAML").click();
            return changes().isVisible() && changes().textContent().contains("/dev/null");
        });
        assertThat(page.locator(".editor [role=alert]")).containsText("The file rack.yaml is gone");
        Files.writeString(
                views.resolve("rack.yaml"), VIEW.replace("Load", "Load of all").replace("90s", "15m"));
        eventually("the server knows the file", Duration.ofMinutes(1), () -> {
            button("Show YAML").click();
            return button("Apply to the current file").isVisible();
        });
        button("Apply to the current file").click();
        assertThat(changes()).containsText("-  - {title: Load of all, kind: tile");
        assertThat(page.getByLabel("Time range")).hasValue("15m");
        assertThat(page.locator(".editor [role=alert]")).isEmpty();
    }

    private Locator changes() {
        return page.getByLabel("Changes", new Page.GetByLabelOptions().setExact(true));
    }

    private Locator link(String name) {
        return page.locator("#nav a", new Page.LocatorOptions().setHasText(name));
    }

    private Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }
}
