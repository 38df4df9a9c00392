package io.weir.dashboard.signin;

import io.weir.contract.service.BoundHost;
import io.weir.dashboard.http.Access;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Commander;
import io.weir.dashboard.http.Who;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Access for users who have signed in, and for programs with an access token of the same provider.
 * The groups of a user decide what the user may do. Other requests are refused.
 */
final class SignInAccess implements Access {
    private static final String BEARER = "bearer ";

    private final OidcConfig config;
    private final Provider provider;
    private final Cookies cookies;
    private final SignOuts signOuts;
    private final BoundHost host;

    /** @param host the address of the server */
    SignInAccess(OidcConfig config, Provider provider, Cookies cookies, SignOuts signOuts, BoundHost host) {
        this.config = config;
        this.provider = provider;
        this.cookies = cookies;
        this.signOuts = signOuts;
        this.host = host;
    }

    @Override
    public Who who(ApiRequest request, long nowMillis) {
        return session(request, nowMillis)
                .map(session -> new Who(session.user(), may(session.groups()), true))
                .orElse(new Who(null, "sign-in", false));
    }

    private String may(List<String> groups) {
        return config.grants().mayOperate(groups) ? "command" : config.grants().mayView(groups) ? "read" : "nothing";
    }

    @Override
    public void requireReader(ApiRequest request, long nowMillis) {
        Session session = required(request, nowMillis);
        if (!config.grants().mayView(session.groups())) {
            throw new ApiException(
                    403,
                    session.user() + " may not view this page: the provider names none of the groups of"
                            + " dashboard.oidc.view and dashboard.oidc.operate for this user");
        }
    }

    @Override
    public Commander commander(ApiRequest request, Optional<String> named, long nowMillis) {
        Access.requireOwnPage(request);
        Session session = required(request, nowMillis);
        if (!config.grants().mayOperate(session.groups())) {
            throw new ApiException(
                    403,
                    session.user() + " may view, but not send commands: the provider names none of the groups of"
                            + " dashboard.oidc.operate for this user");
        }
        return new Commander(session.user(), alarm -> config.grants().mayCommand(session.groups(), alarm));
    }

    private Session required(ApiRequest request, long nowMillis) {
        return session(request, nowMillis).orElseThrow(() -> new ApiException(401, "sign in first"));
    }

    /**
     * The session of the request's cookie, or that of its token, which is checked each time.
     *
     * @throws ApiException if the request has a token that is not valid
     */
    Optional<Session> session(ApiRequest request, long nowMillis) {
        Optional<String> authorization = request.header("authorization")
                .filter(value -> value.toLowerCase(Locale.ROOT).startsWith(BEARER));
        if (authorization.isPresent()) {
            Identity identity = provider.ofAccessToken(
                    authorization.get().substring(BEARER.length()).strip());
            return Optional.of(new Session("", identity.user(), granting(identity), Long.MAX_VALUE));
        }
        return cookies.session(request, nowMillis).filter(session -> !signOuts.contain(session));
    }

    /** The groups of a user that grant something; a session has no others. */
    List<String> granting(Identity identity) {
        return config.grants().granting(identity.groups());
    }

    @Override
    public boolean isForThisHost(ApiRequest request) {
        return host.isMeantBy(request.header("host"))
                || request.header("host")
                        .filter(config.authority()::equalsIgnoreCase)
                        .isPresent();
    }
}
