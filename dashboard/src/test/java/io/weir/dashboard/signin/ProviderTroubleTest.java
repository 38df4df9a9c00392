package io.weir.dashboard.signin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The provider lies, is slow, or is away. */
class ProviderTroubleTest extends SignInCase {
    @Test
    void aProviderThatIsSlowOrEndlessDoesNotHang() throws Exception {
        for (TestProvider.Answering broken :
                List.<TestProvider.Answering>of(TestProvider::trickling, TestProvider::endless)) {
            provider.answerTokens(broken);
            SignInServer.Browser browser = server.browser();
            long beganNanos = System.nanoTime();
            HttpResponse<String> answer = browser.get("/api/sign-in/callback?" + provider.authorize(browser.begin()));
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("The provider does not answer: ");
            // The limit is 5 s; this one only detects a hang on a busy machine.
            assertThat(Duration.ofNanos(System.nanoTime() - beganNanos)).isLessThan(Duration.ofSeconds(60));
        }
        provider.answerTokens(exchange -> TestProvider.answer(exchange, 200, "<html>".getBytes(UTF_8)));
        server.assertRefused(provider, 502, "answer is not valid");
        provider.answerTokens(exchange -> TestProvider.answer(exchange, 500, "{}".getBytes(UTF_8)));
        server.assertRefused(provider, 503, "The provider does not answer: its status is 500");
        provider.answerTokens(
                exchange -> TestProvider.answer(exchange, 401, "{\"error\":\"invalid_client\"}".getBytes(UTF_8)));
        server.assertRefused(provider, 502, "dashboard.oidc.client-id and the client secret");
    }

    @Test
    void whileTheProviderIsAwaySessionsLastAndSignInsAreRefusedAtOnce() throws Exception {
        SignInServer.Browser browser = server.signedIn(provider);
        provider.close();
        assertThat(browser.get("/api/data").statusCode()).isEqualTo(200);
        assertThat(server.browser()
                        .get("/api/data", provider.made(provider.anna()))
                        .statusCode())
                .isEqualTo(200);
        // As after a restart of the dashboard.
        try (SignInServer restarted = new SignInServer(provider.issuer())) {
            restarted.awaitProblem();
            assertThat(restarted.health().ready()).isTrue();
            assertThat(restarted.health().detail())
                    .isEqualTo("running; sign-in: nobody can sign in: the provider " + provider.issuer()
                            + " does not work: nothing listens there:" + " check that the server runs, and the port");
            HttpResponse<String> refused = restarted.browser().get("/api/sign-in");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("Nobody can sign in now", "nothing listens there");
            assertThat(restarted.browser().get("/api/data", "x").statusCode()).isEqualTo(503);
            assertThat(browser.at(restarted).get("/api/data").statusCode()).isEqualTo(200);
            assertThat(browser.at(restarted).post("/api/logout").body()).isEqualTo("{\"ok\":true}");
        }
    }

    @Test
    void endpointsWithoutEncryptionAreRefusedUntilTheProviderHasOthers() throws Exception {
        for (String endpoint :
                List.of("authorization_endpoint", "token_endpoint", "jwks_uri", "end_session_endpoint")) {
            for (String url : List.of("http://sso.example.org/x", "file:/etc/passwd")) {
                provider.publish(Map.of(endpoint, url));
                try (SignInServer other = new SignInServer(provider.issuer())) {
                    other.awaitProblem();
                    assertThat(other.health().detail())
                            .contains("nobody can sign in", "the " + endpoint + " of its metadata")
                            .contains(url);
                    assertThat(other.browser().get("/api/sign-in").statusCode()).isEqualTo(503);
                    if (endpoint.equals("jwks_uri") && url.startsWith("file")) {
                        provider.publish(Map.of());
                        other.awaitProvider();
                        assertThat(other.browser().get("/api/sign-in").statusCode())
                                .isEqualTo(303);
                    }
                }
            }
        }
    }

    @Test
    void programsDoNotWaitForSignIns() throws Exception {
        CountDownLatch held = new CountDownLatch(8);
        CountDownLatch release = new CountDownLatch(1);
        provider.answerTokens(exchange -> {
            held.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            TestProvider.answer(exchange, 500, "{}".getBytes(UTF_8));
        });
        ExecutorService browsers = Executors.newFixedThreadPool(8);
        List<Future<HttpResponse<String>>> answers = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                SignInServer.Browser browser = server.browser();
                String callback = "/api/sign-in/callback?" + provider.authorize(browser.begin());
                answers.add(browsers.submit(() -> browser.get(callback)));
            }
            held.await();
            server.assertRefused(provider, 503, "Too many sign-ins at the same time");
            assertThat(server.browser()
                            .get("/api/data", provider.made(provider.anna()))
                            .statusCode())
                    .isEqualTo(200);
            release.countDown();
            for (Future<HttpResponse<String>> answer : answers) {
                assertThat(answer.get().statusCode()).isEqualTo(503);
            }
        } finally {
            release.countDown();
            browsers.shutdownNow();
        }
    }
}
