package io.weir.benchmarks.harness;

import io.weir.standalone.send.Generator;
import io.weir.standalone.send.Load;
import io.weir.standalone.send.Outlet;
import io.weir.standalone.send.PortsWire;
import io.weir.standalone.send.Progress;
import io.weir.standalone.send.Time;
import io.weir.standalone.send.Wire;
import io.weir.standalone.send.Workload;
import io.weir.standalone.send.WorkloadShape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs the standard workload next to a measurement, at one rate after the other. {@code seconds} of
 * each rate count, after it has settled.
 *
 * @param rates in metrics/s
 * @param warmUp seconds before the first rate counts, during which it rises
 */
public record Beside(List<Integer> rates, int warmUp, int seconds) {
    private static final int SETTLE_SECONDS = 15;
    private static final long SEED = 42;

    /** Returns the second from which on the rate with this index counts. */
    public int begin(int rate) {
        return warmUp + rate * (seconds + SETTLE_SECONDS);
    }

    /** Returns the second until which it counts. */
    public int end(int rate) {
        return begin(rate) + seconds;
    }

    /** Returns the second in which the workload ends. */
    public int end() {
        return end(rates.size() - 1);
    }

    /** Returns the index of the rate that counts in this second; -1 if none does. */
    public int rateOf(int second) {
        for (int rate = 0; rate < rates.size(); rate++) {
            if (second >= begin(rate) && second < end(rate)) {
                return rate;
            }
        }
        return -1;
    }

    /** Sends the workload to an input of this machine; returns after the last datagram is sent. */
    public void send(int port) {
        Workload workload = new Workload(WorkloadShape.standard(SEED), (series, stamp) -> {});
        try (Wire wire = new PortsWire(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            long rising = warmUp / 2;
            long full = warmUp - rising + seconds;
            for (int rate : rates) {
                Load load = new Load(
                        rate, 10, Load.NO_LIMIT, TimeUnit.SECONDS.toNanos(rising), TimeUnit.SECONDS.toNanos(full));
                Generator.run(
                        workload, load, new Outlet(wire, Time.system(), new Progress(System.err, false), () -> false));
                rising = 0;
                full = (long) SETTLE_SECONDS + seconds;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Measures the shares of a process while the first rate counts. */
    public void share(CpuShares shares) {
        try {
            TimeUnit.SECONDS.sleep(begin(0));
            shares.begin();
            TimeUnit.SECONDS.sleep(seconds);
            shares.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
