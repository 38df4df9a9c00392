package io.weir.standalone.top;

import io.weir.contract.service.Health;
import io.weir.standalone.top.PortAnswer.NoService;
import io.weir.standalone.top.PortAnswer.Services;
import io.weir.standalone.top.ServiceRow.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Makes a snapshot of each round of answers. Remembers of each port the last meters, for rates, and
 * which services answered there, to show those that do not answer any more. Reads no clock. For one
 * thread.
 */
final class History {
    private final Targets targets;
    private final Map<Integer, PortMeters> metersBefore = new HashMap<>();
    private final Map<Integer, Set<String>> servicesBefore = new HashMap<>();
    private final Map<Integer, Instant> answeredAt = new HashMap<>();

    History(Targets targets) {
        this.targets = targets;
    }

    /** The snapshot of a round; rates are since the round before. */
    Snapshot next(Round round) {
        List<ServiceRow> services = new ArrayList<>();
        Losses losses = new Losses();
        List<String> notes = new ArrayList<>();
        boolean isAnswered = false;
        for (PortAnswer answer : round.ports()) {
            if (answer instanceof Services here) {
                isAnswered = true;
                Optional<PortMeters> before = Optional.ofNullable(metersBefore.get(here.port()));
                services.addAll(new PortRows(here, before).rows());
                here.meters().ifPresent(meters -> losses.add(meters, before));
                if (here.meters().isEmpty()) {
                    notes.add("port " + here.port() + " has no rates: " + here.whyNoMeters());
                }
                remember(here, round.time());
            } else if (answer instanceof NoService nothing) {
                services.addAll(rows(nothing, round.time()));
            }
        }
        if (!isAnswered) {
            notes.add("no service answers on " + targets.host() + " at " + ports()
                    + ": start one (weir --help), or name the port of its meters: weir top PORT");
        }
        List<ServiceRow> all = services;
        if (round.dashboard() instanceof DashboardAnswer.View view) {
            isAnswered = true;
            all = LagRows.join(services, view.lags());
        }
        return new Snapshot(round.time(), all, losses.rows(), round.dashboard(), notes, isAnswered);
    }

    private String ports() {
        return String.join(", ", targets.ports().stream().map(String::valueOf).toList());
    }

    private void remember(Services here, Instant time) {
        here.meters().ifPresent(meters -> metersBefore.put(here.port(), meters));
        Set<String> services = new LinkedHashSet<>();
        here.health().forEach((name, health) -> {
            if (health.state() != Health.State.OFF) {
                services.add(name);
            }
        });
        servicesBefore.put(here.port(), services);
        answeredAt.put(here.port(), time);
    }

    private List<ServiceRow> rows(NoService nothing, Instant now) {
        Instant answered = answeredAt.get(nothing.port());
        if (answered == null && !nothing.isListening() && !targets.areNamed()) {
            return List.of();
        }
        String detail = nothing.reason() + (answered == null ? "" : "; answered " + Ages.of(answered, now) + " ago");
        return servicesBefore.getOrDefault(nothing.port(), Set.of("-")).stream()
                .map(name -> new ServiceRow(
                        OptionalInt.of(nothing.port()),
                        name,
                        State.AWAY,
                        detail,
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        Optional.empty()))
                .toList();
    }
}
