package io.weir.standalone.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.util.ArrayList;
import java.util.List;

/**
 * A page in a browser context without history, and its complaints: script errors, and violations of
 * the content security policy.
 */
final class Tab implements AutoCloseable {
    private static final String STORED = """
            selector => fetch('api/history?q=' + encodeURIComponent(selector) + '&from=' + (Date.now() - 300_000) + '&to=' + Date.now())
              .then(answer => answer.json()).then(answer => answer.series[0]?.points.length ?? 0)""";

    private final BrowserContext context;
    private final Page page;
    private final List<String> complaints = new ArrayList<>();

    Tab(Browser browser) {
        context = browser.newContext();
        context.setDefaultTimeout(Chromium.WITHIN_MILLIS);
        page = context.newPage();
        page.onPageError(complaints::add);
        page.onConsoleMessage(message -> {
            if (message.text().contains("Content Security Policy")) {
                complaints.add(message.text());
            }
        });
    }

    Page page() {
        return page;
    }

    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /**
     * The number of values that the store has of the last five minutes, for the first series that a
     * selector matches. Requires an open page.
     */
    int stored(String selector) {
        return (int) page.evaluate(STORED, selector);
    }

    @Override
    public void close() {
        context.close();
    }

    /** Opens a view, and returns when the page has its frame, which answers keys. */
    static void show(Page page, String address) {
        page.navigate(address);
        page.locator("#nav a").first().waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED));
    }
}
