package io.weir.standalone.top;

import io.weir.contract.service.Health;
import io.weir.standalone.top.PortAnswer.Services;
import io.weir.standalone.top.ServiceRow.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rows of the services that answer at a port. Pure.
 *
 * @param before earlier meters of the port, for rates; empty at its first answer
 */
record PortRows(Services here, Optional<PortMeters> before) {
    private static final String LATENCY = "weir_writer_latency_seconds";
    private static final String TARGET = "target";
    private static final String MAIN = "main";

    /** A row for each service that is not off, and for each further target of the writer. */
    List<ServiceRow> rows() {
        List<ServiceRow> rows = new ArrayList<>();
        here.health().forEach((name, health) -> {
            if (health.state() == Health.State.OFF) {
                return;
            }
            State state = state(health);
            Stage stage = Stage.of(name);
            OptionalDouble in = rate(stage.in(), Map.of());
            if (!name.equals(Stage.WRITER)) {
                rows.add(row(name, state, health.detail(), in, rate(stage.out(), Map.of())));
                return;
            }
            rows.add(row(name, state, health.detail() + latency(MAIN), in, stored(MAIN)));
            for (String target : furtherTargets()) {
                String about = "target of writer" + latency(target);
                rows.add(row(name + "-" + target, State.PART, about, in, stored(target)));
            }
        });
        return rows;
    }

    private static State state(Health health) {
        return switch (health.state()) {
            case READY, OFF -> State.READY;
            case NOT_READY -> State.NOT_READY;
            case DEAD -> State.DEAD;
        };
    }

    private ServiceRow row(String name, State state, String detail, OptionalDouble in, OptionalDouble out) {
        return new ServiceRow(OptionalInt.of(here.port()), name, state, detail, in, out, Optional.empty());
    }

    private Set<String> furtherTargets() {
        Set<String> targets = new TreeSet<>();
        here.meters().ifPresent(meters -> meters.values().keySet().stream()
                .filter(meter -> meter.isNamed(Stage.STORED))
                .forEach(meter -> targets.add(meter.labels().getOrDefault(TARGET, MAIN))));
        targets.remove(MAIN);
        return targets;
    }

    private OptionalDouble stored(String target) {
        return rate(Stage.STORED, Map.of(TARGET, target));
    }

    /** Empty without such a counter, and at the first answer of the port. */
    private OptionalDouble rate(String counter, Map<String, String> labels) {
        if (here.meters().isEmpty() || before.isEmpty() || !here.meters().get().has(counter)) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(here.meters()
                .get()
                .perSecond(
                        before.get(),
                        meter -> meter.isNamed(counter)
                                && meter.labels().entrySet().containsAll(labels.entrySet())));
    }

    /** The latency to a store since the round before; empty if nothing was stored. */
    private String latency(String target) {
        if (before.isEmpty() || here.meters().isEmpty()) {
            return "";
        }
        Histogram times = Histogram.between(
                before.get(), here.meters().get(), LATENCY, Map.of("from", "receipt", TARGET, target));
        return times.isEmpty() ? "" : "; latency p50 " + times.millis(0.5) + " p99 " + times.millis(0.99) + " ms";
    }
}
