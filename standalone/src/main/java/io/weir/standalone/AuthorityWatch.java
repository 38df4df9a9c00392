package io.weir.standalone;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.config.TrustedAuthorities;
import io.weir.contract.service.MeterSet;
import io.weir.contract.service.Worker;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns of authorities that have expired or will soon, because Java accepts them. */
final class AuthorityWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuthorityWatch.class);
    private static final long LOOK_EVERY_MILLIS = 3_600_000;

    private final TrustedAuthorities authorities;
    private final Supplier<Instant> now;
    private final Worker worker = new Worker("weir-authority-watch", this::run);
    private volatile List<String> due = List.of();

    /** Watches nothing before {@link #start}. */
    AuthorityWatch(TrustedAuthorities authorities, Supplier<Instant> now, MeterRegistry meters) {
        this.authorities = authorities;
        this.now = now;
        new MeterSet(meters)
                .gauge(
                        "weir.tls.authorities.due",
                        "Authorities in tls.ca and tls.client-ca that are not valid, or expire within 30 days",
                        this,
                        watch -> watch.due.size());
    }

    /** Watches the authorities of all settings from now on. */
    static AuthorityWatch start(TrustedAuthorities authorities, MeterRegistry meters) {
        AuthorityWatch watch = new AuthorityWatch(authorities, Instant::now, meters);
        watch.worker.start();
        return watch;
    }

    private void run() throws InterruptedException {
        worker.every(LOOK_EVERY_MILLIS, this::look);
    }

    /** Logs each condition once. */
    void look() {
        List<String> found = authorities.due(now.get());
        found.stream()
                .filter(each -> !due.contains(each))
                .forEach(each -> LOG.warn("{}; renew it in the file and restart the service", each));
        due = found;
    }

    @Override
    public void close() {
        worker.end();
    }
}
