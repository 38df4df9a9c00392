package io.weir.standalone.status;

import io.weir.contract.service.Health;
import io.weir.contract.service.Service;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What a terminal shows: first what is started and waited for, from the first time that all is ready on what flows. */
final class Board {

    /** Rates are over so many readings: what comes in puffs shall not flicker. */
    private static final int RATES_OVER = 5;

    private final long startNanos;
    private final Deque<Reading> readings = new ArrayDeque<>();
    private List<Service> services = List.of();
    private String step = "";
    private boolean wasReady;

    Board(long startNanos) {
        this.startNanos = startNanos;
    }

    /** During the start: what is being started now. */
    void starting(String what) {
        step = what;
    }

    /** From now on all of these are waited for. */
    void watch(List<Service> all) {
        services = all;
    }

    /** The parts to show. */
    List<String> parts(Reading now) {
        readings.addLast(now);
        if (readings.size() > RATES_OVER + 1) {
            readings.removeFirst();
        }
        List<String> waiting = waiting();
        wasReady |= !services.isEmpty() && waiting.isEmpty();
        return wasReady
                ? StatusText.flowing(readings.getFirst(), now, waiting)
                : StatusText.starting(step, TimeUnit.NANOSECONDS.toSeconds(now.nanos() - startNanos), waiting);
    }

    private List<String> waiting() {
        return services.stream()
                .flatMap(service -> {
                    Health health = service.health();
                    return health.ready() ? Stream.empty() : Stream.of(service.name() + ": " + health.detail());
                })
                .toList();
    }
}
