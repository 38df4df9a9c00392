package io.weir.standalone.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.standalone.Eventually;
import io.weir.writer.testing.FreePorts;
import io.weir.writer.testing.Program;
import io.weir.writer.testing.Variables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** A real Keycloak from the directory that a variable names. It stores in memory only. */
final class Keycloak implements AutoCloseable {
    private static final String VARIABLE = "WEIR_TEST_KEYCLOAK";
    private static final String MISSING = "No Keycloak to test against: mvn"
            + " org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack"
            + " -Dartifact=org.keycloak:keycloak-quarkus-dist:26.4.7:zip -DoutputDirectory=D; export " + VARIABLE
            + "=D/keycloak-26.4.7";
    private static final String ADMIN = "admin";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final int port = FreePorts.next();
    private final Program.Running running;

    private Keycloak(Program program) {
        running = program.start(
                List.of(
                        "start-dev",
                        "--db=dev-mem",
                        "--http-host=127.0.0.1",
                        "--http-port=" + port,
                        "--bootstrap-admin-username=" + ADMIN,
                        "--bootstrap-admin-password=" + ADMIN),
                Map.of("JAVA_OPTS_KC_HEAP", "-Xms64m -Xmx400m", "JAVA_OPTS_APPEND", "-XX:TieredStopAtLevel=1"));
    }

    /** Starts Keycloak; does not wait for it. Without the variable, the test is skipped or fails. */
    static Keycloak launch() {
        String directory = System.getenv(VARIABLE);
        if (directory == null || directory.isBlank()) {
            if (Variables.noSkips()) {
                fail(MISSING);
            }
            return Assumptions.abort(MISSING);
        }
        return new Keycloak(new Program(Path.of(directory, "bin", "kc.sh")));
    }

    /** Waits until it answers, and creates a realm from its JSON. */
    void create(String realm) {
        Eventually.eventually("Keycloak answers", () -> status("/realms/master") == 200);
        String token = post(
                        "/realms/master/protocol/openid-connect/token",
                        Map.of(
                                "client_id",
                                "admin-cli",
                                "grant_type",
                                "password",
                                "username",
                                ADMIN,
                                "password",
                                ADMIN))
                .path("access_token")
                .asText();
        HttpResponse<String> created = send(request("/admin/realms")
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(realm)));
        if (created.statusCode() != 201) {
            throw new IllegalStateException("the realm: " + created.statusCode() + " " + created.body());
        }
    }

    /** The issuer of a realm. */
    String issuer(String realm) {
        return "http://127.0.0.1:" + port + "/realms/" + realm;
    }

    /** The access token of a program. */
    String token(String realm, String client, String secret) {
        return post(
                        "/realms/" + realm + "/protocol/openid-connect/token",
                        Map.of("client_id", client, "client_secret", secret, "grant_type", "client_credentials"))
                .path("access_token")
                .asText();
    }

    private JsonNode post(String path, Map<String, String> form) {
        StringBuilder body = new StringBuilder();
        form.forEach((key, value) -> body.append(key)
                .append('=')
                .append(URLEncoder.encode(value, UTF_8))
                .append('&'));
        HttpResponse<String> answer = send(request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body.toString())));
        try {
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int status(String path) {
        try {
            return send(request(path)).statusCode();
        } catch (UncheckedIOException e) {
            return 0;
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        running.end();
    }
}
