package io.weir.standalone.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;

/** A page of a browser that remembers nothing, and what it complained of: errors of scripts, and what its policy did not let it do. */
final class Tab implements AutoCloseable {
    private final BrowserContext context;
    private final Page page;
    private final List<String> complaints = new ArrayList<>();

    Tab(Browser browser) {
        context = browser.newContext();
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

    @Override
    public void close() {
        context.close();
    }
}
