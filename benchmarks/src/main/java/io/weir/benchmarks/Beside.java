package io.weir.benchmarks;

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
 * The standard workload beside what is measured, at one rate after the other: {@code seconds} of each count, from the time on when it
 * has settled.
 *
 * @param rates in metrics/s
 * @param warmUp seconds before the first counts, in which its rate rises
 */
public record Beside(List<Integer> rates, int warmUp, int seconds) {
    private static final int SETTLE_SECONDS = 15;
    private static final long SEED = 42;

    /** The second in which that rate's time begins to count. */
    public int begin(int rate) {
        return warmUp + rate * (seconds + SETTLE_SECONDS);
    }

    /** The second in which it ends. */
    public int end(int rate) {
        return begin(rate) + seconds;
    }

    /** The second in which all ends. */
    public int end() {
        return end(rates.size() - 1);
    }

    /** Which rate's time a second counts for; -1 if for none. */
    public int rateOf(int second) {
        for (int rate = 0; rate < rates.size(); rate++) {
            if (second >= begin(rate) && second < end(rate)) {
                return rate;
            }
        }
        return -1;
    }

    /** Sends it to a door of this machine; returns when all has left. */
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

    /** Looks at a process at the begin and the end of the first rate's time. */
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
