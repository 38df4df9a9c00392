package io.weir.dashboard.signin;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A program shows an access token, or what it takes for one. */
class ProgramsTest extends SignInCase {
    @Test
    void programsReadWithAnAccessToken() throws Exception {
        SignInServer.Browser program = server.browser();
        String token = provider.made(provider.anna());
        assertThat(program.get("/api/data", token).statusCode()).isEqualTo(200);
        assertThat(program.get("/api/session", token).body()).contains("\"user\":\"anna\"", "\"may\":\"command\"");
        RSAKey other = TestProvider.newKey("first");
        Map<String, String> wrong = Map.of(
                "an ID token", provider.made(provider.anna().claim("nonce", "n")),
                "issuer", provider.made(provider.anna().issuer("https://evil.example")),
                "audience", provider.made(provider.anna().audience("grafana")),
                "expired", provider.made(provider.anna().expirationTime(TestProvider.in(-120))),
                "no expiry", provider.made(provider.anna().expirationTime(null)),
                "none", new PlainJWT(provider.anna().build()).serialize(),
                "HS256 with the public key",
                        provider.signedByPublicKey(provider.anna().build()),
                "other key", TestProvider.signed(provider.anna().build(), other),
                "nonsense", "secret",
                "nothing", "");
        for (Map.Entry<String, String> one : wrong.entrySet()) {
            assertThat(program.get("/api/data", one.getValue()).statusCode())
                    .as(one.getKey())
                    .isEqualTo(401);
        }
        String stranger = provider.made(provider.anna().claim("groups", List.of("others")));
        assertThat(program.get("/api/data", stranger).statusCode()).isEqualTo(403);
    }

    @Test
    void anUnknownKeyIsNoFailureOfTheProvider() throws Exception {
        RSAKey other = TestProvider.newKey("unknown");
        for (int i = 0; i < 5; i++) {
            HttpResponse<String> answer = server.browser()
                    .get("/api/data", TestProvider.signed(provider.anna().build(), other));
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.body()).contains("The token is not valid: ").doesNotContain("null");
        }
    }

    @Test
    void typesOfAccessTokensAreAccepted() throws Exception {
        for (String type : List.of("at+jwt", "application/at+jwt", "JWT")) {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.RS256)
                            .keyID("first")
                            .type(new JOSEObjectType(type))
                            .build(),
                    provider.anna().build());
            token.sign(new RSASSASigner(provider.key()));
            assertThat(server.browser().get("/api/data", token.serialize()).statusCode())
                    .as(type)
                    .isEqualTo(200);
        }
    }
}
