package io.weir.gateway.poll;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostLookupTest {
    private final List<Runnable> lookUps = new ArrayList<>();
    private final HostLookup hosts = new HostLookup(lookUps::add);

    private CompletableFuture<InetSocketAddress> address(String host) {
        return hosts.address(host, 161, Duration.ofHours(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1", "255.255.255.255", "[::1]", "[fe80::1]"})
    void aNumberNeedsNoLookUp(String host) {
        assertThat(address(host)
                        .getNow(InetSocketAddress.createUnresolved("none", 0))
                        .isUnresolved())
                .isFalse();
        assertThat(lookUps).isEmpty();
    }

    /** Java asks the name server for these, which may take long. */
    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.256", "1.2.3.4.5", "1.2.3", "[dead.beef]", "switch1"})
    void anythingElseIsLookedUpInAThreadThatMayWait(String host) {
        assertThat(address(host)).isNotDone();
        assertThat(lookUps).hasSize(1);
    }
}
