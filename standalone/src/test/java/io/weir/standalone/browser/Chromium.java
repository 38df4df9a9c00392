package io.weir.standalone.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import io.weir.writer.testing.Program;
import io.weir.writer.testing.Variables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Provides a test class with the Chromium of this machine. If there is none, the class is skipped
 * with a line that names the package to install; with {@code WEIR_TEST_NO_SKIPS=true} it fails
 * instead. For a static field with {@code @RegisterExtension}.
 *
 * <p>All classes of a JVM use the same browser, because each start costs a second of processor time.
 * They share nothing else: each tab has a browser context of its own.
 */
final class Chromium implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    private static final String MISSING = "No Chromium to test the page with: install Debian's chromium package"
            + " (apt install chromium; chromium on the PATH is enough)";

    /** For a busy machine: this limit only detects a hang. */
    static final double WITHIN_MILLIS = 120_000;

    private final List<Tab> tabs = new ArrayList<>();
    private @Nullable Browser browser;

    /**
     * A new tab; only within the tests of the class. It is closed after the test, which fails if
     * the tab has complaints.
     */
    Tab open() {
        Tab tab = openUnchecked();
        tabs.add(tab);
        return tab;
    }

    /** A new tab that the test closes, and whose complaints it checks. */
    Tab openUnchecked() {
        Browser started = browser;
        if (started == null) {
            throw new IllegalStateException("no test of the class is running");
        }
        return new Tab(started);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Optional<Program> program = Program.named("chromium");
        if (program.isEmpty()) {
            if (Variables.noSkips()) {
                fail(MISSING);
            }
            Assumptions.abort(MISSING);
        }
        browser = SharedBrowser.of(context, program.get().path());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        tabs.forEach(Tab::close);
        List<String> complaints =
                tabs.stream().flatMap(tab -> tab.complaints().stream()).toList();
        tabs.clear();
        assertThat(complaints).isEmpty();
    }

    /** Closes what a test has left open, so that no other class meets it. */
    @Override
    public void afterAll(ExtensionContext context) {
        if (browser != null) {
            List.copyOf(browser.contexts()).forEach(BrowserContext::close);
            browser = null;
        }
    }
}
