package io.weir.dashboard.signin;

import io.weir.contract.config.ClientTls;
import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.service.BoundHost;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;

/**
 * Settings of the sign-in at a provider of identities.
 *
 * @param issuer the provider's name, which is also the beginning of the address of its metadata
 * @param tls of connections to the provider; default: that of Java
 * @param clientSecret also signs the cookies of sessions
 * @param publicUrl the address of the page in browsers, without a slash at its end
 * @param nameClaim the claim with the name of the user
 * @param groupsClaim the claim with the groups of the user
 * @param session the duration of a session; groups are read at its begin only
 */
public record OidcConfig(
        URI issuer,
        Optional<SSLContext> tls,
        String clientId,
        String clientSecret,
        URI publicUrl,
        List<String> scopes,
        String nameClaim,
        String groupsClaim,
        Duration session,
        Grants grants) {

    /** The variable with the client secret, which is not a setting. */
    public static final String SECRET = "WEIR_OIDC_CLIENT_SECRET";

    private static final URI STAND_IN = URI.create("https://localhost");
    private static final List<String> KEYS = List.of(
            "issuer",
            "tls",
            "client-id",
            "client-secret-file",
            "public-url",
            "scopes",
            "name-claim",
            "groups-claim",
            "session",
            "view",
            "operate");

    private static final String OPENID = "openid";
    private static final Duration DEFAULT_SESSION = Duration.ofHours(12);
    private static final Duration LONGEST_SESSION = Duration.ofDays(7);
    /** Every visitor gets a signed cookie, from which a short secret could be guessed. */
    static final int SHORTEST_SECRET = 32;

    /** Copies the list. */
    public OidcConfig {
        scopes = List.copyOf(scopes);
    }

    /** Reads the section {@code oidc}; empty if it is absent. {@code dashboard} collects its errors. */
    public static Optional<OidcConfig> in(YamlSection dashboard) {
        return read(dashboard.section("oidc"), dashboard.has("oidc"), Optional.ofNullable(System.getenv(SECRET)));
    }

    /**
     * Reads the section itself.
     *
     * @param isThere whether the section exists, even without keys: then its user wants sign-in
     * @param variable the value of {@link #SECRET}
     */
    static Optional<OidcConfig> read(YamlSection in, boolean isThere, Optional<String> variable) {
        Optional<String> secretOfVariable = variable.map(String::strip).filter(text -> !text.isEmpty());
        Optional<URI> issuer = in.value(
                        "issuer",
                        STAND_IN,
                        OidcConfig::url,
                        "the address of the provider of OpenID Connect, such as"
                                + " https://sso.example.org/realms/farm, exactly as the provider writes it; turns on"
                                + " sign-in, and then nobody reads anything without it")
                .optional();
        Optional<SSLContext> tls = tls(in, issuer);
        Optional<String> clientId =
                in.text("client-id", "the id of the dashboard at the provider").optional();
        Optional<String> secret = in.value(
                        "client-secret-file",
                        "",
                        NamedFile::secret,
                        "a file with the client secret of the dashboard; default: the variable " + SECRET)
                .optional();
        Optional<URI> publicUrl = in.value(
                        "public-url",
                        STAND_IN,
                        OidcConfig::publicUrl,
                        "the address of the page in browsers, such as https://weir.example.org; the provider must"
                                + " permit this address with /api/sign-in/callback")
                .optional();
        List<String> scopes = in.texts("scopes", "what the page asks the provider for; openid is always among it")
                .or(List.of(OPENID, "profile"));
        String nameClaim = in.text("name-claim", "the claim with the name of the user, such as email")
                .or("preferred_username");
        String groupsClaim =
                in.text("groups-claim", "the claim with the groups of the user").or("groups");
        Duration session = session(in);
        Grants grants = grants(in);
        if (!isThere
                && secretOfVariable.isEmpty()
                && KEYS.stream().noneMatch(in::has)
                && grants.operate().isEmpty()) {
            return Optional.empty();
        }
        require(in, "issuer", "write the address of the provider, such as https://sso.example.org/realms/farm");
        require(in, "client-id", "write the id of the dashboard at the provider");
        require(in, "public-url", "write the address of the page in browsers, such as https://weir.example.org");
        if (grants.view().isEmpty() && grants.operate().isEmpty()) {
            in.refuse("view", "names no group", "name the groups that may view, or operate: without both, nobody may");
        }
        return Optional.of(new OidcConfig(
                issuer.orElse(STAND_IN),
                tls,
                clientId.orElse(""),
                secret(in, secret, secretOfVariable),
                publicUrl.orElse(STAND_IN),
                scopes(scopes),
                nameClaim,
                groupsClaim,
                session,
                grants));
    }

    private static Optional<SSLContext> tls(YamlSection in, Optional<URI> issuer) {
        Optional<SSLContext> tls = ClientTls.read(in.section("tls"), "the provider");
        if (tls.isPresent()
                && issuer.filter(url -> "http".equals(url.getScheme())).isPresent()) {
            in.refuse("tls", "has no effect on an issuer with http", "write https, or remove tls");
        }
        return tls;
    }

    private static void require(YamlSection in, String key, String meant) {
        if (!in.has(key)) {
            in.refuse(key, "is missing", meant);
        }
    }

    private static String secret(YamlSection in, Optional<String> file, Optional<String> variable) {
        Optional<String> secret = file.or(() -> variable);
        if (secret.isEmpty() && !in.has("client-secret-file")) {
            in.refuse(
                    "client-secret-file",
                    "is missing",
                    "name a file with the client secret, or set the variable " + SECRET);
        } else if (secret.isPresent() && !secret.get().isEmpty() && secret.get().length() < SHORTEST_SECRET) {
            in.refuse(
                    "client-secret-file",
                    "has a secret of fewer than " + SHORTEST_SECRET + " characters",
                    "let the provider make a new one: sessions are signed with it");
        }
        return secret.orElse("");
    }

    private static Duration session(YamlSection in) {
        Duration session = in.duration(
                        "session",
                        Duration.ofMinutes(1),
                        "duration of a session, at most 7d; a change of groups takes effect at the next sign-in")
                .or(DEFAULT_SESSION);
        if (session.compareTo(LONGEST_SESSION) > 0) {
            in.refuse("session", "is longer than 7d", "a user who leaves a group keeps its rights until then");
        }
        return session;
    }

    private static Grants grants(YamlSection in) {
        List<String> view = in.texts("view", "groups whose members may view everything, and change nothing")
                .or(List.of(), "none");
        Map<String, List<Subtree>> operate = in.<Subtree, List<Subtree>>entriesOfOneOrMore(
                        "operate",
                        Subtree::parse,
                        List::copyOf,
                        "groups whose members may view, and send commands to alarms; each with one or more parts of"
                                + " the tree of alarm ids, such as */TPC, or * for all alarms")
                .or(Collections.emptySortedMap(), "none");
        return new Grants(Set.copyOf(view), operate);
    }

    private static List<String> scopes(List<String> asked) {
        List<String> all = new ArrayList<>(asked);
        if (!all.contains(OPENID)) {
            all.add(0, OPENID);
        }
        return all;
    }

    private static URI publicUrl(String text) {
        URI url = url(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
        if (url.getPath().contains("//") || url.getPath().endsWith("/")) {
            throw new Refusal(Refusal.quote(text) + " has several slashes together", "write one slash");
        }
        if (url.getPort() == ("https".equals(url.getScheme()) ? 443 : 80)) {
            throw new Refusal(
                    Refusal.quote(text) + " has the usual port, which browsers leave out", "leave the port out");
        }
        return url;
    }

    private static URI url(String text) {
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException e) {
            throw new Refusal(Refusal.quote(text) + " is not an address", "write https://HOST[:PORT][/PATH]");
        }
        requireEncrypted(url);
        if (url.getQuery() != null || url.getFragment() != null || url.getUserInfo() != null) {
            throw new Refusal(
                    Refusal.quote(text) + " has more than a host and a path", "write https://HOST[:PORT][/PATH]");
        }
        return url;
    }

    /** @throws Refusal if it is neither an address with https, nor one with http on this machine */
    static void requireEncrypted(URI url) {
        boolean isPlain = "http".equals(url.getScheme());
        if (url.getHost() == null || (!isPlain && !"https".equals(url.getScheme()))) {
            throw new Refusal(Refusal.quote(url.toString()) + " is not an address", "write https://HOST[:PORT][/PATH]");
        }
        if (isPlain && !BoundHost.of(url.getHost()).isLoopback()) {
            throw new Refusal(
                    Refusal.quote(url.toString()) + " is not encrypted, so others could read tokens and cookies",
                    "use https; http is for this machine only");
        }
    }

    /** The host and port of the page, as in the header Host. */
    String authority() {
        return publicUrl.getAuthority();
    }

    /** Whether browsers use HTTPS. */
    public boolean isSecure() {
        return "https".equals(publicUrl.getScheme());
    }

    /** Where the provider sends the browser after a sign-in. */
    URI callback() {
        return URI.create(publicUrl + "/api/sign-in/callback");
    }

    /** Omits the secret, which the default method of records would print. */
    @Override
    public String toString() {
        return "OidcConfig[issuer=" + issuer + ", clientId=" + clientId + ", publicUrl=" + publicUrl + ", grants="
                + grants + "]";
    }
}
