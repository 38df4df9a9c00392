package io.weir.dashboard.signin;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.dashboard.http.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A provider that checks the protocol's demands. A test can replace its answers by wrong ones. */
final class TestProvider implements AutoCloseable {
    static final String CLIENT = "weir";
    static final String SECRET = "the client secret of the dashboard of the tests";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
    private volatile RSAKey key = newKey("first");
    private volatile Signing signing = this::signed;
    private volatile Answering tokens = this::token;
    private volatile Claims claims = more -> {};
    private volatile Map<String, String> published = Map.of();

    /** Makes a token of claims. */
    interface Signing {
        String token(JWTClaimsSet claims) throws JOSEException;
    }

    /** Changes the claims of a token. */
    interface Claims {
        void change(JWTClaimsSet.Builder claims);
    }

    /** Answers at the endpoint of tokens. */
    interface Answering {
        void answer(HttpExchange exchange) throws IOException;
    }

    TestProvider() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/.well-known/openid-configuration", exchange -> answer(exchange, 200, metadata()));
        server.createContext(
                "/keys",
                exchange -> answer(
                        exchange, 200, new JWKSet(key.toPublicJWK()).toString().getBytes(UTF_8)));
        server.createContext("/token", exchange -> tokens.answer(exchange));
        server.start();
    }

    String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** From now on, signs tokens with another key, which it publishes. */
    void rotate() {
        key = newKey("second");
    }

    /** Publishes other endpoints than its own. */
    void publish(Map<String, String> endpoints) {
        published = endpoints;
    }

    void sign(Signing other) {
        signing = other;
    }

    void claim(Claims other) {
        claims = other;
    }

    void answerTokens(Answering other) {
        tokens = other;
    }

    RSAKey key() {
        return key;
    }

    static RSAKey newKey(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private byte[] metadata() {
        Map<String, Object> metadata = new HashMap<>(Map.of(
                "issuer",
                issuer(),
                "authorization_endpoint",
                issuer() + "/authorize",
                "token_endpoint",
                issuer() + "/token",
                "jwks_uri",
                issuer() + "/keys",
                "end_session_endpoint",
                issuer() + "/end",
                "response_types_supported",
                List.of("code"),
                "subject_types_supported",
                List.of("public"),
                "id_token_signing_alg_values_supported",
                List.of("RS256")));
        metadata.putAll(published);
        return Json.bytes(metadata);
    }

    /** Signs anna in, as with a browser that follows the redirects. Returns the query of the callback. */
    String authorize(String url) {
        Map<String, String> asked = form(URI.create(url).getRawQuery());
        String code = UUID.randomUUID().toString();
        codes.put(code, asked);
        return "code=" + code + "&state=" + URLEncoder.encode(asked.getOrDefault("state", ""), UTF_8);
    }

    /** The claims of an ID token of anna. */
    JWTClaimsSet.Builder anna() {
        Instant now = Instant.now();
        return new JWTClaimsSet.Builder()
                .issuer(issuer())
                .subject("1234")
                .audience(CLIENT)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(300)))
                .claim("preferred_username", "anna")
                .claim("groups", List.of("farm-shift", "other"));
    }

    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> form = form(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
        Map<String, String> asked = codes.remove(form.getOrDefault("code", ""));
        String basic = "Basic "
                + Base64.getEncoder().encodeToString((CLIENT + ":" + URLEncoder.encode(SECRET, UTF_8)).getBytes(UTF_8));
        if (!basic.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            answer(exchange, 401, Json.bytes(Map.of("error", "invalid_client")));
        } else if (asked == null
                || !form.getOrDefault("grant_type", "").equals("authorization_code")
                || !asked.getOrDefault("redirect_uri", "").equals(form.get("redirect_uri"))
                || !asked.getOrDefault("code_challenge", "")
                        .equals(challenge(form.getOrDefault("code_verifier", "")))) {
            answer(exchange, 400, Json.bytes(Map.of("error", "invalid_grant", "error_description", "Code not valid")));
        } else {
            JWTClaimsSet.Builder of = anna().claim("nonce", asked.get("nonce"));
            claims.change(of);
            answer(
                    exchange,
                    200,
                    Json.bytes(Map.of(
                            "access_token", "x", "token_type", "Bearer", "expires_in", 300, "id_token", made(of))));
        }
    }

    String made(JWTClaimsSet.Builder of) {
        try {
            return signing.token(of.build());
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    String signed(JWTClaimsSet of) throws JOSEException {
        return signed(of, key);
    }

    static String signed(JWTClaimsSet of, RSAKey by) throws JOSEException {
        SignedJWT jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(by.getKeyID()).build(), of);
        jwt.sign(new RSASSASigner(by));
        return jwt.serialize();
    }

    String signedByPublicKey(JWTClaimsSet of) throws JOSEException {
        SignedJWT jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("first").build(), of);
        jwt.sign(new MACSigner(key.toRSAPublicKey().getEncoded()));
        return jwt.serialize();
    }

    static Date in(long seconds) {
        return Date.from(Instant.now().plusSeconds(seconds));
    }

    private static String challenge(String verifier) {
        try {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static Map<String, String> form(String text) {
        Map<String, String> form = new HashMap<>();
        for (String pair : text.split("&")) {
            String[] parts = pair.split("=", 2);
            form.put(URLDecoder.decode(parts[0], UTF_8), parts.length < 2 ? "" : URLDecoder.decode(parts[1], UTF_8));
        }
        return form;
    }

    static void answer(HttpExchange exchange, int status, byte[] json) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, json.length);
        exchange.getResponseBody().write(json);
        exchange.close();
    }

    /** Sends spaces, which JSON permits, for ever. */
    static void endless(HttpExchange exchange) {
        try (OutputStream out = exchange.getResponseBody()) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            byte[] spaces = " ".repeat(1 << 16).getBytes(UTF_8);
            while (true) {
                out.write(spaces);
            }
        } catch (IOException e) {
            // The reader has enough.
        }
    }

    /** Sends a byte every tenth of a second. */
    static void trickling(HttpExchange exchange) {
        try (OutputStream out = exchange.getResponseBody()) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            while (true) {
                out.write(' ');
                out.flush();
                Thread.sleep(100);
            }
        } catch (IOException e) {
            // The reader has left.
        } catch (InterruptedException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
