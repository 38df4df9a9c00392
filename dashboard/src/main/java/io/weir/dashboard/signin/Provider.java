package io.weir.dashboard.signin;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
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
 * The provider of identities. Its metadata is learned once, in another thread than that of a
 * request, so a request never waits for a provider that was never reached. Thread-safe.
 */
final class Provider {
    /** Limit of threads that wait for the provider; further requests are refused. */
    private static final int AT_ONCE = 8;

    private static final int LONGEST_REASON = 300;

    private final OidcConfig config;
    private final ProviderCalls calls = new ProviderCalls();
    private final Semaphore asking = new Semaphore(AT_ONCE);
    private volatile @Nullable Known known;
    private volatile String problem = "has not answered yet";

    private record Known(OIDCProviderMetadata metadata, Tokens tokens) {}

    /** Work that may wait for the provider. */
    private interface Asking<T> {
        T ask(Known provider)
                throws IOException, ParseException, java.text.ParseException, BadJOSEException, JOSEException;
    }

    /** Connects only in {@link #learn}. */
    Provider(OidcConfig config) {
        this.config = config;
    }

    /**
     * Learns where the provider's endpoints and keys are.
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
            known = new Known(metadata, new Tokens(config, metadata, calls));
            return Optional.empty();
        } catch (IOException e) {
            problem = "does not work: " + e.getMessage();
        } catch (ParseException | RuntimeException e) {
            problem = "is no provider of OpenID Connect, or sent invalid metadata: " + e.getMessage();
        }
        return Optional.of("sign-in: the provider " + config.issuer() + " " + problem);
    }

    /** Ready once it has been reached; sessions do not need it any more. */
    Health health() {
        return known != null
                ? Health.running()
                : Health.waiting("sign-in: the provider " + config.issuer() + " " + problem);
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

    /** Where the browser signs the user out at the provider; empty if the provider cannot. */
    Optional<URI> signOut() {
        return Optional.ofNullable(known)
                .map(provider -> provider.metadata().getEndSessionEndpointURI())
                .map(endpoint -> new LogoutRequest(
                                endpoint,
                                null,
                                null,
                                new ClientID(config.clientId()),
                                URI.create(config.publicUrl() + "/"),
                                null,
                                null)
                        .toURI());
    }

    /**
     * The user for whom the provider has issued a code.
     *
     * @throws ApiException if the provider or a check of its token refuses, or it does not answer
     */
    Identity redeem(String code, String nonce, String verifier) {
        return asking(provider -> {
            TokenRequest request = new TokenRequest.Builder(
                            provider.metadata().getTokenEndpointURI(),
                            authentication(provider.metadata()),
                            new AuthorizationCodeGrant(
                                    new AuthorizationCode(code), config.callback(), new CodeVerifier(verifier)))
                    .build();
            TokenResponse response = OIDCTokenResponseParser.parse(calls.post(request.toHTTPRequest()));
            if (response instanceof OIDCTokenResponse success) {
                return Identity.of(
                        provider.tokens().ofIdToken(success.getOIDCTokens().getIDToken(), nonce), config);
            }
            ErrorObject error = response.toErrorResponse().getErrorObject();
            throw new ApiException(403, refusal(error.getCode(), error.getDescription()));
        });
    }

    /**
     * The user of a program's access token.
     *
     * @throws ApiException if the token is not valid, or cannot be checked
     */
    Identity ofAccessToken(String token) {
        return asking(provider -> Identity.of(provider.tokens().ofAccessToken(token), config));
    }

    /** The provider's reason, for people. */
    static String refusal(@Nullable String code, @Nullable String description) {
        String reason = Objects.requireNonNullElse(description, Objects.requireNonNullElse(code, "no reason given"));
        return "The provider refuses the sign-in: "
                + reason.substring(0, Math.min(reason.length(), LONGEST_REASON)).strip() + ".";
    }

    private <T> T asking(Asking<T> work) {
        Known provider = known();
        if (!asking.tryAcquire()) {
            throw new ApiException(503, "Too many sign-ins at the same time. Try again in a moment.");
        }
        try {
            return work.ask(provider);
        } catch (KeySourceException e) {
            throw new ApiException(503, "The provider's keys cannot be read: " + e.getMessage() + ".");
        } catch (BadJOSEException | JOSEException | java.text.ParseException e) {
            throw new ApiException(401, "The token is not valid: " + e.getMessage() + ".");
        } catch (ParseException e) {
            throw new ApiException(502, "The provider's answer is not valid: " + e.getMessage() + ".");
        } catch (IOException e) {
            throw new ApiException(503, "The provider does not answer: " + e.getMessage() + ". Try again later.");
        } finally {
            asking.release();
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
