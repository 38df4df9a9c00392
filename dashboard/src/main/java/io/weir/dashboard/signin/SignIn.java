package io.weir.dashboard.signin;

import io.weir.contract.service.BoundHost;
import io.weir.contract.service.Health;
import io.weir.contract.service.Worker;
import io.weir.dashboard.http.Access;
import io.weir.dashboard.http.Endpoint;
import java.time.Clock;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sign-in at a provider of identities, as a part of the dashboard. */
public final class SignIn implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SignIn.class);

    private static final long RETRY_AFTER_MILLIS = 5_000;
    /** The endpoints of a provider seldom change. */
    private static final long LEARN_AGAIN_AFTER_MILLIS = 600_000;

    private static final long END_WITHIN_MILLIS = 1_000;

    private final Provider provider;
    private final SignInAccess access;
    private final SignInApi api;
    private final Worker learning = new Worker("weir-dashboard-sign-in", this::learn);

    /**
     * Connects to nothing before {@link #start}.
     *
     * @param host the address of the server
     */
    public SignIn(OidcConfig config, BoundHost host, Clock clock) {
        provider = new Provider(config);
        Cookies cookies = new Cookies(config);
        SignOuts signOuts = new SignOuts();
        access = new SignInAccess(config, provider, cookies, signOuts, host);
        api = new SignInApi(config, provider, cookies, signOuts, access, clock);
    }

    /** Decides what users may do. */
    public Access access() {
        return access;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return api.endpoints();
    }

    /** Begins to look for the provider; does not wait for it. */
    public void start() {
        learning.start();
    }

    private void learn() throws InterruptedException {
        String reported = "not learned yet";
        while (!learning.isEnding()) {
            String problem = provider.learn().map(ForeignText::inOneLine).orElse("");
            if (!problem.equals(reported)) {
                reported = problem;
                if (problem.isEmpty()) {
                    LOG.info("users can sign in");
                } else {
                    LOG.warn("{}; trying again", problem);
                }
            }
            learning.pause(problem.isEmpty() ? LEARN_AGAIN_AFTER_MILLIS : RETRY_AFTER_MILLIS);
        }
    }

    /** Always ready, because sessions do not need the provider; the detail says if sign-ins do not work. */
    public Health health() {
        return provider.health();
    }

    @Override
    public void close() {
        learning.end();
        learning.join(END_WITHIN_MILLIS);
    }
}
