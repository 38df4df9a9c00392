package io.weir.benchmarks.dashboard;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import io.weir.benchmarks.harness.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The Chromium of this machine, without a window. For one thread. */
final class Chromium implements AutoCloseable {
    private static final int WIDTH = 1440;
    private static final int HEIGHT = 900;
    private static final int LOOK_EVERY_MILLIS = 50;

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    static Chromium start() throws IOException {
        Path program = Programs.find("CHROMIUM", "chromium")
                .orElseThrow(() ->
                        new IOException("chromium is not on the PATH: install it, such as Debian's chromium, or name"
                                + " it with CHROMIUM=/path/to/chromium"));
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        // Chromium's sandbox does not start as root, the user of benchmarks in containers.
        Browser browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program)
                        .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
        return new Chromium(playwright, browser);
    }

    /** Opens a page with an empty cache; the script runs before those of the page. */
    Page page(String script) {
        Page page = browser.newContext(new Browser.NewContextOptions().setViewportSize(WIDTH, HEIGHT))
                .newPage();
        page.addInitScript(script);
        return page;
    }

    /** Waits until a function of the page returns true. */
    static void await(Page page, String function, Object argument) {
        while (!Boolean.TRUE.equals(page.evaluate(function, argument))) {
            page.waitForTimeout(LOOK_EVERY_MILLIS);
        }
    }

    String version() {
        return browser.version();
    }

    /** Returns the processor time of all its processes since they started. */
    static Duration cpu() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").contains("chrom"))
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
