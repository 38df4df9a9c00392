package io.weir.dashboard.signin;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.LogoutRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import io.weir.contract.config.Refusal;
import io.weir.contract.service.Health;
import io.weir.dashboard.http.ApiException;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The provider of identities. Its metadata is learned in another thread than that of a request, so a
 * request never waits for a provider that was never reached. Thread-safe.
 */
final class Provider {
    /** Limit of threads that redeem codes; further sign-ins are refused. */
    private static final int AT_ONCE = 8;

    private static final int LONGEST_REASON = 300;

    private final OidcConfig config;
    private final ProviderCalls calls;
    private final Semaphore redeeming = new Semaphore(AT_ONCE);
    private volatile @Nullable Known known;
    /** The latest problem of the provider; empty after success. */
    private volatile String problem = "has not answered yet";

    /**
     * A user who has just signed in.
     *
     * @param idToken the token that names the user
     */
    record SignedIn(Identity identity, String idToken) {}

    private record Known(OIDCProviderMetadata metadata, Tokens tokens) {}

    /** Work that may wait for the provider. */
    private interface Asking<T> {
        T ask(Known provider)
                throws IOException, ParseException, java.text.ParseException, BadJOSEException, JOSEException;
    }

    /** Connects only in {@link #learn}. */
    Provider(OidcConfig config) {
        this.config = config;
        calls = new ProviderCalls(config.tls());
    }

    /**
     * Learns where the provider's endpoints and keys are, and which keys it has. After a failure,
     * what was learned before remains.
     *
     * @return the problem, or empty after success
     */
    Optional<String> learn() {
        try {
            String issuer = config.issuer().toString();
            URI url = URI.create(issuer.replaceFirst("/$", "") + "/.well-known/openid-configuration");
            OIDCProviderMetadata metadata = OIDCProviderMetadata.parse(calls.get(url));
            if (!metadata.getIssuer().getValue().equals(issuer)) {
                throw new IOException("it calls itself " + metadata.getIssuer()
                        + ": write that as dashboard.oidc.issuer if it is the right one");
            }
            if (metadata.getAuthorizationEndpointURI() == null || metadata.getTokenEndpointURI() == null) {
                throw new IOException("its metadata lacks the endpoints for authorization and tokens");
            }
            requireEncrypted("authorization_endpoint", metadata.getAuthorizationEndpointURI());
            requireEncrypted("token_endpoint", metadata.getTokenEndpointURI());
            requireEncrypted("jwks_uri", metadata.getJWKSetURI());
            requireEncrypted("end_session_endpoint", metadata.getEndSessionEndpointURI());
            Known before = known;
            if (before == null || !before.metadata().toJSONObject().equals(metadata.toJSONObject())) {
                Tokens tokens = new Tokens(config, metadata, calls);
                tokens.readKeys();
                known = new Known(metadata, tokens);
            }
            problem = "";
            return Optional.empty();
        } catch (KeySourceException e) {
            problem = "does not work: its keys cannot be read: " + e.getMessage();
        } catch (IOException e) {
            problem = "does not work: " + e.getMessage();
        } catch (ParseException | RuntimeException e) {
            problem = "is no provider of OpenID Connect, or sent invalid metadata: " + e.getMessage();
        }
        return Optional.of("sign-in: the provider " + config.issuer() + " " + problem);
    }

    private static void requireEncrypted(String endpoint, @Nullable URI url) throws IOException {
        try {
            if (url != null) {
                OidcConfig.requireEncrypted(url);
            }
        } catch (Refusal e) {
            throw new IOException("the " + endpoint + " of its metadata: " + e.wrong(), e);
        }
    }

    /** Always ready, because sessions do not need the provider; the detail says what does not work. */
    Health health() {
        String now = problem;
        return now.isEmpty()
                ? Health.running()
                : Health.running("sign-in: " + (known == null ? "nobody can sign in: " : "") + "the provider "
                        + config.issuer() + " " + now);
    }

    /**
     * Where the browser signs the user in.
     *
     * @throws ApiException if the provider was not reached yet
     */
    URI authorization(String state, String nonce, String verifier) {
        return new AuthenticationRequest.Builder(
                        ResponseType.CODE,
                        new Scope(config.scopes().toArray(String[]::new)),
                        new ClientID(config.clientId()),
                        config.callback())
                .endpointURI(known().metadata().getAuthorizationEndpointURI())
                .state(new State(state))
                .nonce(new Nonce(nonce))
                .codeChallenge(new CodeVerifier(verifier), CodeChallengeMethod.S256)
                .build()
                .toURI();
    }

    /**
     * Where the browser signs the user out at the provider; empty if the provider cannot.
     *
     * @param idToken of the user, so that the provider need not ask whether the user wants this
     */
    Optional<URI> signOut(Optional<JWT> idToken) {
        return Optional.ofNullable(known)
                .map(provider -> provider.metadata().getEndSessionEndpointURI())
                .map(endpoint -> new LogoutRequest(
                                endpoint,
                                idToken.orElse(null),
                                null,
                                new ClientID(config.clientId()),
                                URI.create(config.publicUrl() + "/"),
                                null,
                                null)
                        .toURI());
    }

    /**
     * Exchanges a code of the provider for the user who signed in.
     *
     * @throws ApiException if the provider or a check of its token refuses, or it does not answer
     */
    SignedIn redeem(String code, String nonce, String verifier) {
        if (!redeeming.tryAcquire()) {
            throw new ApiException(503, "Too many sign-ins at the same time. Try again in a moment.");
        }
        try {
            return asking(provider -> redeemed(provider, code, nonce, verifier));
        } finally {
            redeeming.release();
        }
    }

    private SignedIn redeemed(Known provider, String code, String nonce, String verifier)
            throws IOException, ParseException, BadJOSEException, JOSEException {
        TokenRequest request = new TokenRequest.Builder(
                        provider.metadata().getTokenEndpointURI(),
                        authentication(provider.metadata()),
                        new AuthorizationCodeGrant(
                                new AuthorizationCode(code), config.callback(), new CodeVerifier(verifier)))
                .build();
        HTTPResponse answer = calls.post(request.toHTTPRequest());
        if (answer.getStatusCode() >= 500) {
            throw new IOException("its status is " + answer.getStatusCode());
        }
        TokenResponse response = OIDCTokenResponseParser.parse(answer);
        if (response instanceof OIDCTokenResponse success) {
            JWT idToken = success.getOIDCTokens().getIDToken();
            return new SignedIn(
                    Identity.of(provider.tokens().ofIdToken(idToken, nonce), config),
                    success.getOIDCTokens().getIDTokenString());
        }
        ErrorObject error = response.toErrorResponse().getErrorObject();
        if (OAuth2Error.INVALID_CLIENT.getCode().equals(error.getCode())) {
            throw new ApiException(
                    502,
                    refusal(error.getCode(), error.getDescription())
                            + " It does not accept Weir itself: an administrator of Weir must check"
                            + " dashboard.oidc.client-id and the client secret.");
        }
        throw new ApiException(403, refusal(error.getCode(), error.getDescription()));
    }

    /**
     * The user of a program's access token. Waits for the provider only while its keys are fetched:
     * one thread at a time does so.
     *
     * @throws ApiException if the token is not valid, or cannot be checked
     */
    Identity ofAccessToken(String token) {
        return asking(provider -> Identity.of(provider.tokens().ofAccessToken(token), config));
    }

    /** The provider's reason, for people, in one line. Anybody may have written it. */
    static String refusal(@Nullable String code, @Nullable String description) {
        String reason = Objects.requireNonNullElse(description, Objects.requireNonNullElse(code, "no reason given"));
        return "The provider refuses the sign-in: "
                + ForeignText.inOneLine(reason.substring(0, Math.min(reason.length(), LONGEST_REASON)))
                        .strip()
                + ".";
    }

    private <T> T asking(Asking<T> work) {
        Known provider = known();
        try {
            return work.ask(provider);
        } catch (RateLimitReachedException e) {
            throw new ApiException(401, "The token is not valid: it is signed with an unknown key.");
        } catch (KeySourceException e) {
            throw new ApiException(503, "The provider's keys cannot be read: " + e.getMessage() + ".");
        } catch (BadJOSEException | JOSEException | java.text.ParseException e) {
            throw new ApiException(401, "The token is not valid: " + e.getMessage() + ".");
        } catch (ParseException e) {
            throw new ApiException(502, "The provider's answer is not valid: " + e.getMessage() + ".");
        } catch (IOException e) {
            throw new ApiException(503, "The provider does not answer: " + e.getMessage() + ". Try again later.");
        }
    }

    private Known known() {
        Known provider = known;
        if (provider == null) {
            throw new ApiException(
                    503, "Nobody can sign in now: the provider " + config.issuer() + " " + problem + ".");
        }
        return provider;
    }

    /** OpenID Connect's default is the header; some providers permit the form only. */
    private ClientAuthentication authentication(OIDCProviderMetadata metadata) {
        ClientID id = new ClientID(config.clientId());
        Secret secret = new Secret(config.clientSecret());
        List<ClientAuthenticationMethod> methods = metadata.getTokenEndpointAuthMethods();
        return methods == null || methods.contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                ? new ClientSecretBasic(id, secret)
                : new ClientSecretPost(id, secret);
    }
}
