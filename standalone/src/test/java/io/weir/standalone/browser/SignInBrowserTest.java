package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.Cookie;
import io.weir.standalone.UpInstallation;
import io.weir.standalone.WeirProcess;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** People and programs at a real Keycloak, with the realm and the settings of docs/sign-in.md. */
@Tag("long")
class SignInBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final Path EXAMPLES = Path.of("..", "docs", "examples");
    private static final String SECRET = "the client secret of Weir at Keycloak";
    private static final String REPORTS_SECRET = "the client secret of reports";
    private static final String RULES = """
            version: 1
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, path: [detector, hostname], major: {above: 90}}
            """;

    private static Keycloak keycloak;
    private static UpInstallation up;
    private static WeirProcess process;

    private final Page page = CHROMIUM.open().page();

    @BeforeAll
    static void start(@TempDir Path directory) throws IOException {
        keycloak = Keycloak.launch();
        Files.writeString(directory.resolve("rules.yaml"), RULES);
        Files.writeString(directory.resolve("secret"), SECRET);
        up = new UpInstallation(
                directory, "--rules=rules.yaml", "--config=weir.yaml", "--store-port=" + FreePorts.next());
        String here = "http://127.0.0.1:" + up.pagePort();
        Files.writeString(
                directory.resolve("weir.yaml"),
                Files.readString(EXAMPLES.resolve("sign-in.yaml"))
                        .replace("https://sso.example.org/realms/farm", keycloak.issuer("farm"))
                        .replace("https://weir.example.org", here)
                        .replace(
                                "/run/secrets/weir-oidc",
                                directory.resolve("secret").toString()));
        keycloak.create(realm(here));
        process = up.start();
    }

    /** The realm of the documentation at these addresses, with secrets and people. */
    private static String realm(String here) throws IOException {
        String text =
                Files.readString(EXAMPLES.resolve("keycloak-realm.json")).replace("https://weir.example.org", here);
        ObjectMapper json = new ObjectMapper();
        ObjectNode realm = (ObjectNode) json.readTree(text);
        ((ObjectNode) realm.path("clients").get(0)).put("secret", SECRET);
        ((ObjectNode) realm.path("clients").get(1)).put("secret", REPORTS_SECRET);
        ArrayNode users = realm.putArray("users");
        for (List<String> one :
                List.of(List.of("anna", "farm-shift"), List.of("tina", "tpc-shift"), List.of("otto", "farm-users"))) {
            ObjectNode user = users.addObject();
            user.put("username", one.get(0))
                    .put("enabled", true)
                    .put("email", one.get(0) + "@example.org")
                    .put("firstName", one.get(0))
                    .put("lastName", "X");
            user.putArray("groups").add(one.get(1));
            user.putArray("credentials").addObject().put("type", "password").put("value", "pw of " + one.get(0));
        }
        users.addObject()
                .put("username", "eve")
                .put("enabled", true)
                .put("email", "eve@example.org")
                .put("firstName", "eve")
                .put("lastName", "X")
                .putArray("credentials")
                .addObject()
                .put("type", "password")
                .put("value", "pw of eve");
        return json.writeValueAsString(realm);
    }

    @AfterAll
    static void end() {
        if (process != null) {
            process.close();
        }
        if (keycloak != null) {
            keycloak.close();
        }
    }

    @Test
    void anOperatorSignsInCommandsAndSignsOut() throws IOException {
        Axe.addTo(page);
        page.navigate("http://127.0.0.1:" + up.pagePort() + "/#/alarms?filter=hot%2FITS");
        assertThat(page.locator("h1")).hasText("Sign in");
        assertThat(page.locator("header nav")).isHidden();
        assertThat(Axe.violations(page)).isEmpty();
        page.keyboard().press("Tab");
        page.keyboard().press("Tab");
        assertThat(page.locator("main button")).isFocused();
        page.keyboard().press("Enter");
        enter("anna");

        assertThat(page).hasURL(Pattern.compile("#/alarms\\?filter=hot%2FITS$"));
        assertThat(page.locator("#who")).containsText("anna");
        up.send("temp,detector=ITS,hostname=flp1 c=97.5");
        page.locator(".row", new Page.LocatorOptions().setHasText("hot/ITS/flp1"))
                .click();
        page.keyboard().press("a");
        assertThat(page.locator(".outcome")).hasText("Acknowledge: done for hot/ITS/flp1");
        up.awaitIn("alarms.events", "\"user\":\"anna\"");

        List<Cookie> stolen = page.context().cookies();
        page.locator("#who button").click();
        // Without a question of the provider.
        assertThat(page).hasURL("http://127.0.0.1:" + up.pagePort() + "/");
        assertThat(page.locator("h1")).hasText("Sign in");
        // The provider asks for the password again, and a copy of the cookie is worthless.
        page.context()
                .addCookies(stolen.stream()
                        .filter(cookie -> cookie.name.equals("weir-session"))
                        .toList());
        page.reload();
        assertThat(page.locator("h1")).hasText("Sign in");
        page.locator("main button").click();
        assertThat(page.locator("#username")).isVisible();
    }

    @Test
    void groupsLimitWhatAUserMay() throws IOException {
        up.send("temp,detector=ITS,hostname=flp2 c=97.5");
        up.send("temp,detector=TPC,hostname=flp3 c=97.5");
        signIn("tina", "#/alarms?filter=flp2");
        page.locator(".row", new Page.LocatorOptions().setHasText("hot/ITS/flp2"))
                .click();
        page.keyboard().press("a");
        assertThat(page.locator(".outcome")).containsText("refused: your groups may not send commands to this part");
        page.navigate("http://127.0.0.1:" + up.pagePort() + "/#/alarms?filter=flp3");
        page.locator(".row", new Page.LocatorOptions().setHasText("hot/TPC/flp3"))
                .click();
        page.keyboard().press("a");
        assertThat(page.locator(".outcome")).hasText("Acknowledge: done for hot/TPC/flp3");
        // Otherwise the page notices the end of its session, and loads itself again meanwhile.
        page.navigate("about:blank");
        page.context().clearCookies();
        signIn("otto", "#/alarms?filter=flp2");
        page.locator(".row", new Page.LocatorOptions().setHasText("hot/ITS/flp2"))
                .click();
        assertThat(page.locator(".detail button").first()).isDisabled();
    }

    @Test
    void aUserInNoGroupIsToldSo() {
        Axe.addTo(page);
        signIn("eve", "#/overview");
        assertThat(page.locator("h1")).hasText("No access");
        assertThat(page.locator("main")).containsText("eve is signed in, but is in no group");
        assertThat(Axe.violations(page)).isEmpty();
        page.locator("main button").click();
        assertThat(page.locator("h1")).hasText("Sign in");
    }

    @Test
    void thePageSaysThatTheSessionHasEnded() {
        signIn("anna", "#/alarms");
        assertThat(page.locator("#who")).containsText("anna");
        page.context().clearCookies();
        page.navigate("http://127.0.0.1:" + up.pagePort() + "/#/journal");
        assertThat(page.locator("h1")).hasText("Your session has ended");
    }

    /** As after a change of the settings. */
    @Test
    void aUserWhoLosesAllRightsSeesNoDataAnyMore() {
        signIn("anna", "#/alarms");
        assertThat(page.locator("#who")).containsText("anna");
        page.route("**/api/**", route -> route.fulfill(json(403, "{\"error\": \"anna may not view this page\"}")));
        page.route(
                "**/api/session",
                route -> route.fulfill(json(200, "{\"user\": \"anna\", \"may\": \"nothing\", \"loggedIn\": true}")));
        page.navigate("http://127.0.0.1:" + up.pagePort() + "/#/journal");
        assertThat(page.locator("h1")).hasText("No access");
    }

    private static Route.FulfillOptions json(int status, String body) {
        return new Route.FulfillOptions()
                .setStatus(status)
                .setContentType("application/json")
                .setBody(body);
    }

    @Test
    void aFailedSignInIsExplained() {
        Axe.addTo(page);
        page.navigate("http://127.0.0.1:" + up.pagePort() + "/api/sign-in/callback?code=x&state=y");
        assertThat(page.locator("h1")).hasText("Sign-in failed");
        assertThat(Axe.violations(page)).isEmpty();
        page.locator("main a").click();
        assertThat(page.locator("#username")).isVisible();
    }

    @Test
    void aProgramReadsWithItsAccessToken() throws Exception {
        assertThat(status(keycloak.token("farm", "farm-reports", REPORTS_SECRET)))
                .isEqualTo(200);
        assertThat(status("nonsense")).isEqualTo(401);
        eventually("its name is known", () -> session(keycloak.token("farm", "farm-reports", REPORTS_SECRET))
                .contains("\"may\":\"read\""));
    }

    private void signIn(String user, String view) {
        page.navigate("http://127.0.0.1:" + up.pagePort() + "/" + view);
        page.locator("main button").click();
        enter(user);
    }

    private void enter(String user) {
        page.locator("#username").fill(user);
        page.locator("#password").fill("pw of " + user);
        page.locator("#kc-login").click();
    }

    private static int status(String token) throws Exception {
        return answer("/api/alarms", token).statusCode();
    }

    private static String session(String token) {
        try {
            return answer("/api/session", token).body();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static HttpResponse<String> answer(String path, String token) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + up.pagePort() + path))
                                .header("Authorization", "Bearer " + token)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
