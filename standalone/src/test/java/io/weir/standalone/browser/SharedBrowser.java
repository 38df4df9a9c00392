package io.weir.standalone.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/**
 * The browser of a JVM of tests. JUnit ends it with its launcher session, after the last class of the
 * JVM.
 */
final class SharedBrowser implements AutoCloseable {
    private final Playwright playwright;
    private final Browser browser;

    private SharedBrowser(Path program) {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        PlaywrightAssertions.setDefaultAssertionTimeout(Chromium.WITHIN_MILLIS);
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setTimeout(Chromium.WITHIN_MILLIS)
                        .setExecutablePath(program)
                        // Chromium's sandbox does not start for root, which runs tests in
                        // containers.
                        .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
    }

    /** The browser, which the first class starts; another one follows if it has crashed. */
    static Browser of(ExtensionContext context, Path program) {
        Store store = context.getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(SharedBrowser.class));
        SharedBrowser shared = store.get(SharedBrowser.class, SharedBrowser.class);
        if (shared == null || !shared.browser.isConnected()) {
            shared = new SharedBrowser(program);
            store.put(SharedBrowser.class, shared);
        }
        return shared.browser;
    }

    @Override
    public void close() {
        playwright.close();
    }
}
