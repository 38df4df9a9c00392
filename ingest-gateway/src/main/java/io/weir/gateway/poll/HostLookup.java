package io.weir.gateway.poll;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Looks up addresses of hosts without blocking. Thread-safe. */
public final class HostLookup {
    private final Executor threads;

    /** {@code threads} may wait for the addresses of hosts. */
    public HostLookup(Executor threads) {
        this.threads = threads;
    }

    /**
     * Looks an address up. Unresolved if it is unknown, or not known before the timeout. The look-up
     * may block, so it runs in a thread that may wait, unless the host is a number.
     */
    public CompletableFuture<InetSocketAddress> address(String host, int port, Duration timeout) {
        if (host.startsWith("[")) {
            return CompletableFuture.completedFuture(new InetSocketAddress(host.substring(1, host.length() - 1), port));
        }
        if (host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'))) {
            return CompletableFuture.completedFuture(new InetSocketAddress(host, port));
        }
        return CompletableFuture.supplyAsync(() -> new InetSocketAddress(host, port), threads)
                .completeOnTimeout(
                        InetSocketAddress.createUnresolved(host, port), timeout.toNanos(), TimeUnit.NANOSECONDS);
    }
}
