package io.weir.dashboard.signin;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.ResourceRetriever;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.claims.AuthorizedParty;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import java.net.MalformedURLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Checks tokens of the provider: signature, issuer, audience and times. Fetches the provider's keys
 * when it needs them, and again when a token is signed with an unknown one. Thread-safe.
 */
final class Tokens {
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(1);
    private static final Duration KEYS_LAST = Duration.ofMinutes(10);
    /** While the provider is away, its keys are used for this long. */
    private static final Duration KEYS_LAST_WITHOUT_PROVIDER = Duration.ofHours(12);
    /** How long one thread waits for the keys that another fetches. */
    private static final Duration WAIT_FOR_KEYS = Duration.ofSeconds(2);

    private final JWKSource<SecurityContext> keys;
    private final IDTokenValidator idTokens;
    private final DefaultJWTProcessor<SecurityContext> accessTokens = new DefaultJWTProcessor<>();

    /** Does not fetch keys yet. */
    Tokens(OidcConfig config, OIDCProviderMetadata metadata, ResourceRetriever calls) throws MalformedURLException {
        keys = JWKSourceBuilder.<SecurityContext>create(metadata.getJWKSetURI().toURL(), calls)
                .refreshAheadCache(false)
                .cache(KEYS_LAST.toMillis(), WAIT_FOR_KEYS.toMillis())
                .outageTolerant(KEYS_LAST_WITHOUT_PROVIDER.toMillis())
                .build();
        // Only signatures by private keys: with others, the public key or nothing would be the secret.
        JWSVerificationKeySelector<SecurityContext> selector =
                new JWSVerificationKeySelector<>(Set.copyOf(JWSAlgorithm.Family.SIGNATURE), keys);
        Issuer issuer = new Issuer(config.issuer());
        idTokens = new IDTokenValidator(issuer, new ClientID(config.clientId()), selector, null);
        idTokens.setMaxClockSkew(Math.toIntExact(CLOCK_SKEW.toSeconds()));
        accessTokens.setJWSKeySelector(selector);
        accessTokens.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(
                JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), new JOSEObjectType("application/at+jwt"), null));
        // The ID token of a sign-in contains a nonce, and is not accepted as an access token.
        DefaultJWTClaimsVerifier<SecurityContext> claims = new DefaultJWTClaimsVerifier<>(
                // Not Set.of: the library asks it for null.
                new HashSet<>(Set.of(config.clientId())),
                new JWTClaimsSet.Builder().issuer(issuer.getValue()).build(),
                Set.of("sub", "exp"),
                Set.of("nonce"));
        claims.setMaxClockSkew(Math.toIntExact(CLOCK_SKEW.toSeconds()));
        accessTokens.setJWTClaimsSetVerifier(claims);
    }

    /** Fetches the provider's keys, unless they are known. */
    void readKeys() throws KeySourceException {
        keys.get(new JWKSelector(new JWKMatcher.Builder().build()), null);
    }

    /** The claims of a valid ID token that was made for this nonce, and for no other client. */
    Map<String, Object> ofIdToken(JWT token, String nonce) throws BadJOSEException, JOSEException, ParseException {
        IDTokenClaimsSet claims = idTokens.validate(token, new Nonce(nonce));
        AuthorizedParty party = claims.getAuthorizedParty();
        // The library does not check it.
        if (party != null && !party.getValue().equals(idTokens.getClientID().getValue())) {
            throw new BadJWTException("it was made for the client " + party);
        }
        return claims.toJWTClaimsSet().getClaims();
    }

    /** The claims of a valid access token. */
    Map<String, Object> ofAccessToken(String token) throws java.text.ParseException, BadJOSEException, JOSEException {
        return accessTokens.process(token, null).getClaims();
    }
}
