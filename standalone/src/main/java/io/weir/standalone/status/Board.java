package io.weir.standalone.status;

import io.weir.contract.service.Health;
import io.weir.contract.service.Service;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The content of the status: the progress of the start until all services are ready for the first
 * time, then rates.
 */
final class Board {

    /** Rates are averages over this many readings, so that bursts do not make them flicker. */
    private static final int RATES_OVER = 5;

    private final long startNanos;
    private final Deque<Reading> readings = new ArrayDeque<>();
    private List<Service> services = List.of();
    private String step = "";
    private boolean wasReady;

    Board(long startNanos) {
        this.startNanos = startNanos;
    }

    /** Sets the part that is being started. */
    void starting(String what) {
        step = what;
    }

    /** Sets the services that must become ready. */
    void watch(List<Service> all) {
        services = all;
    }

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
