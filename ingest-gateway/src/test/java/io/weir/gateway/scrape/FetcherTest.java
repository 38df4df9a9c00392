package io.weir.gateway.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.exposition.HeldBytes;
import io.weir.gateway.poll.HostLookup;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FetcherTest {
    private static final Executor NEVER = new Executor() {
        @Override
        public void execute(Runnable task) {
            // As a server of names that never answers.
        }
    };

    @Test
    void aLookUpEndsWithTheTimeout() throws Exception {
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        try {
            Fetcher fetcher = new Fetcher(job(), Runnable::run, new HostLookup(NEVER), timer, new HeldBytes(0));
            InetSocketAddress address = fetcher.address(target("flp17:9100")).get(30, TimeUnit.SECONDS);
            assertThat(address.isUnresolved()).isTrue();
            assertThat(fetcher.fetch(target("flp17:9100"), address, System.nanoTime())
                            .get(30, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(Fetched.Failure.class, failure -> assertThat(failure.reason())
                            .isEqualTo(Fetcher.UNKNOWN_HOST));
            for (String number : List.of("127.0.0.1:9100", "[::1]:9100")) {
                assertThat(fetcher.address(target(number)).getNow(address).isUnresolved())
                        .as(number)
                        .isFalse();
            }
        } finally {
            timer.shutdownNow();
        }
    }

    private static Target target(String address) {
        return new Target(
                job(),
                URI.create("http://" + address + "/metrics"),
                Duration.ofSeconds(1),
                Duration.ofMillis(20),
                new TreeMap<>());
    }

    static JobSettings job() {
        return new JobSettings(
                "node",
                Duration.ofSeconds(1),
                Duration.ofMillis(20),
                "/metrics",
                "http",
                Map.of(),
                false,
                true,
                JobSettings.Histograms.CLASSIC,
                0,
                1 << 20,
                true,
                Optional.empty(),
                Credentials.NONE,
                new JobSettings.Sources(List.of(), List.of(), List.of()),
                List.of(),
                List.of());
    }
}
