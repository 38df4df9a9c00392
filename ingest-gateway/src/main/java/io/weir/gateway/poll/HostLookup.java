package io.weir.gateway.poll;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Looks up addresses of hosts without blocking. Thread-safe. */
public final class HostLookup {
    private static final String BYTE = "(25[0-5]|2[0-4]\\d|1?\\d?\\d)";
    private static final Pattern IPV4 = Pattern.compile(BYTE + "(\\." + BYTE + "){3}");
    /** Java reads a literal with a colon without a look-up, or refuses it. */
    private static final Pattern IPV6 = Pattern.compile("\\[[0-9a-fA-F.]*:[0-9a-fA-F:.]*]");

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
        if (IPV6.matcher(host).matches()) {
            return CompletableFuture.completedFuture(new InetSocketAddress(host.substring(1, host.length() - 1), port));
        }
        if (IPV4.matcher(host).matches()) {
            return CompletableFuture.completedFuture(new InetSocketAddress(host, port));
        }
        return CompletableFuture.supplyAsync(() -> new InetSocketAddress(host, port), threads)
                .completeOnTimeout(
                        InetSocketAddress.createUnresolved(host, port), timeout.toNanos(), TimeUnit.NANOSECONDS);
    }
}
