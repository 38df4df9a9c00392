package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.BoundHost;
import io.weir.contract.service.Health;
import io.weir.dashboard.signin.OidcConfig;
import io.weir.dashboard.signin.SignIn;
import io.weir.gateway.testing.Identity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sign-in at a provider whose certificate no authority of Java has signed. */
@Timeout(60)
class SignInAuthorityTest {
    private final CountDownLatch keysRead = new CountDownLatch(1);

    @TempDir
    private Path directory = Path.of("");

    private Identity authority;
    private HttpsServer server;

    @BeforeEach
    void start() throws Exception {
        authority = new Identity(directory, "authority");
        Identity own = authority.sign(directory, "provider");
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(own.trusting(authority)));
        server.createContext(
                "/.well-known/openid-configuration", exchange -> answer(exchange, """
                {"issuer": "ISSUER", "authorization_endpoint": "ISSUER/a", "token_endpoint": "ISSUER/t",
                 "jwks_uri": "ISSUER/keys", "response_types_supported": ["code"],
                 "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"]}
                """.replace("ISSUER", issuer())));
        String keys = new JWKSet(new RSAKeyGenerator(2048).keyID("1").generate()).toString();
        server.createContext("/keys", exchange -> {
            answer(exchange, keys);
            keysRead.countDown();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void theAuthorityOfTheSettingsIsTrusted() throws Exception {
        try (SignIn signIn = signIn("tls: {ca: " + authority.certificate() + "}")) {
            keysRead.await();
            while (!signIn.health().equals(Health.running())) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void anotherAuthorityIsNotTrusted() throws Exception {
        Identity other = new Identity(directory, "other");
        for (String tls : new String[] {"tls: {enabled: true}", "tls: {ca: " + other.certificate() + "}"}) {
            try (SignIn signIn = signIn(tls)) {
                String detail = signIn.health().detail();
                while (detail.endsWith("has not answered yet")) {
                    Thread.onSpinWait();
                    detail = signIn.health().detail();
                }
                assertThat(detail)
                        .contains("nobody can sign in", "it has a certificate that no trusted authority signed")
                        .contains("name its authority in tls.ca");
            }
        }
        assertThat(keysRead.getCount()).isEqualTo(1);
    }

    private SignIn signIn(String tls) throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "0123456789abcdef0123456789abcdef");
        OidcConfig config = YamlSource.text("settings", """
                        oidc:
                          issuer: %s
                          %s
                          client-id: weir
                          client-secret-file: %s
                          public-url: https://weir.example.org
                          view: [users]
                        """.formatted(issuer(), tls, secret))
                .read(OidcConfig::in)
                .orElseThrow();
        SignIn signIn = new SignIn(config, BoundHost.of("127.0.0.1"), Clock.systemUTC());
        signIn.start();
        return signIn;
    }

    private String issuer() {
        return "https://127.0.0.1:" + server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, String json) throws IOException {
        byte[] bytes = json.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
