package io.weir.dashboard.signin;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** Tests with a provider, and a server at which users of the provider can sign in. */
@Timeout(120)
abstract class SignInCase {
    TestProvider provider;
    SignInServer server;

    @BeforeEach
    void start() throws Exception {
        provider = new TestProvider();
        server = new SignInServer(provider.issuer());
        server.awaitProvider();
    }

    @AfterEach
    void close() {
        server.close();
        provider.close();
    }
}
