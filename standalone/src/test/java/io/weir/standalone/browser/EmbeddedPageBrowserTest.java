package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Page;
import com.sun.net.httpserver.HttpServer;
import io.weir.dashboard.http.Embedders;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pages of permitted origins show the dashboard in a frame, and no others. */
@Tag("long")
class EmbeddedPageBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private final List<HttpServer> hosts = new ArrayList<>();
    private final HttpServer permitted = host();
    private final HttpServer other = host();
    private final PageServer server = new PageServer(new Embedders(List.of(origin(permitted))));

    EmbeddedPageBrowserTest() throws IOException {}

    @AfterEach
    void close() {
        server.close();
        hosts.forEach(host -> host.stop(0));
    }

    @Test
    void aPermittedOriginShowsAWorkingPage() {
        server.raise("hot/flp1", "MAJOR", Instant.now());
        Page page = CHROMIUM.open().page();
        embed(page, permitted);
        FrameLocator frame = page.frameLocator("iframe");
        assertThat(frame.locator(".row")).containsText("hot/flp1");
        frame.locator(".row").click();
        page.keyboard().press("a");
        eventually("the command of the framed page is executed", Duration.ofMinutes(1), () -> server.stateOf("hot/flp1")
                .equals("ACKNOWLEDGED"));
    }

    /** The refusal is a complaint of the browser, which the test expects. */
    @Test
    void anotherOriginShowsNothing() {
        server.raise("hot/flp1", "MAJOR", Instant.now());
        try (Tab tab = CHROMIUM.openUnchecked()) {
            ConsoleMessage complaint = tab.page()
                    .waitForConsoleMessage(
                            new Page.WaitForConsoleMessageOptions()
                                    .setPredicate(message -> message.text().contains("frame-ancestors"))
                                    .setTimeout(Chromium.WITHIN_MILLIS),
                            () -> embed(tab.page(), other));
            assertThat(complaint.text()).contains("frame-ancestors " + origin(permitted));
            assertThat(tab.page().frameLocator("iframe").locator("main")).hasCount(0);
            assertThat(tab.complaints()).hasSize(1);
        }
    }

    private void embed(Page page, HttpServer host) {
        page.navigate(origin(host));
        page.evaluate(
                "url => { const frame = document.createElement('iframe'); frame.width = 1200; frame.height = 600; frame.src = url; document.body.append(frame); }",
                server.url("#/alarms"));
    }

    /** Another port is another origin. */
    private HttpServer host() throws IOException {
        HttpServer host = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] page = "<!doctype html><title>Another page</title><body></body>".getBytes(UTF_8);
        host.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        host.start();
        hosts.add(host);
        return host;
    }

    private static String origin(HttpServer host) {
        return "http://127.0.0.1:" + host.getAddress().getPort();
    }
}
