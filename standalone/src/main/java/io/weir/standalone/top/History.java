package io.weir.standalone.top;

import io.weir.contract.service.Health;
import io.weir.standalone.status.MeterReader;
import io.weir.standalone.top.PortAnswer.NoService;
import io.weir.standalone.top.PortAnswer.Services;
import io.weir.standalone.top.ServiceRow.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Makes a snapshot of each round of answers. Remembers of each port the last meters, for rates, and
 * which services answered there, to show those that do not answer any more. Reads no clock. For one
 * thread.
 */
final class History {
    private static final String LATENCY = "weir_writer_latency_seconds";
    private static final String TARGET = "target";
    private static final String MAIN = "main";
    private static final Map<String, String> LOSSES = MeterReader.lossMeters();
    private static final Comparator<LossRow> FASTEST_FIRST = Comparator.comparingDouble(
                    (LossRow loss) -> loss.perSecond().orElse(0))
            .thenComparingLong(LossRow::total)
            .reversed()
            .thenComparing(LossRow::reason);

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
        Map<String, LossRow> losses = new TreeMap<>();
        List<String> notes = new ArrayList<>();
        boolean isAnswered = false;
        for (PortAnswer answer : round.ports()) {
            if (answer instanceof Services here) {
                isAnswered = true;
                services.addAll(rows(here));
                here.meters().ifPresent(meters -> addLosses(here.port(), meters, losses));
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
            all = withLags(services, view.lags());
        }
        return new Snapshot(
                round.time(),
                all,
                losses.values().stream().sorted(FASTEST_FIRST).toList(),
                round.dashboard(),
                notes,
                isAnswered);
    }

    private String ports() {
        return String.join(", ", targets.ports().stream().map(String::valueOf).toList());
    }

    private void remember(Services here, Instant time) {
        here.meters().ifPresent(meters -> metersBefore.put(here.port(), meters));
        servicesBefore.put(here.port(), new LinkedHashSet<>(here.health().keySet()));
        answeredAt.put(here.port(), time);
    }

    private List<ServiceRow> rows(Services here) {
        List<ServiceRow> rows = new ArrayList<>();
        here.health().forEach((name, health) -> {
            if (health.state() == Health.State.OFF) {
                return;
            }
            State state = health.ready() ? State.READY : State.NOT_READY;
            String detail = health.detail();
            Stage stage = Stage.of(name);
            OptionalDouble in = rate(here, stage.in(), Map.of());
            if (!name.equals(Stage.WRITER)) {
                rows.add(row(here, name, state, detail, in, rate(here, stage.out(), Map.of())));
                return;
            }
            rows.add(row(here, name, state, detail + latency(here, MAIN), in, stored(here, MAIN)));
            for (String target : furtherTargets(here)) {
                String about = "target of writer" + latency(here, target);
                rows.add(row(here, name + "-" + target, State.PART, about, in, stored(here, target)));
            }
        });
        return rows;
    }

    private static ServiceRow row(
            Services here, String name, State state, String detail, OptionalDouble in, OptionalDouble out) {
        return new ServiceRow(OptionalInt.of(here.port()), name, state, detail, in, out, Optional.empty());
    }

    private static Set<String> furtherTargets(Services here) {
        Set<String> targets = new TreeSet<>();
        here.meters().ifPresent(meters -> meters.values().keySet().stream()
                .filter(meter -> meter.isNamed(Stage.STORED))
                .forEach(meter -> targets.add(meter.labels().getOrDefault(TARGET, MAIN))));
        targets.remove(MAIN);
        return targets;
    }

    private OptionalDouble stored(Services here, String target) {
        return rate(here, Stage.STORED, Map.of(TARGET, target));
    }

    /** Empty without such a counter, and at the first answer of the port. */
    private OptionalDouble rate(Services here, String counter, Map<String, String> labels) {
        PortMeters before = metersBefore.get(here.port());
        if (here.meters().isEmpty() || before == null || !here.meters().get().has(counter)) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(here.meters()
                .get()
                .perSecond(
                        before,
                        meter -> meter.isNamed(counter)
                                && meter.labels().entrySet().containsAll(labels.entrySet())));
    }

    /** The latency to a store since the round before; empty if nothing was stored. */
    private String latency(Services here, String target) {
        PortMeters before = metersBefore.get(here.port());
        if (before == null || here.meters().isEmpty()) {
            return "";
        }
        Histogram times =
                Histogram.between(before, here.meters().get(), LATENCY, Map.of("from", "receipt", TARGET, target));
        return times.isEmpty() ? "" : "; latency p50 " + times.millis(0.5) + " p99 " + times.millis(0.99) + " ms";
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

    private void addLosses(int port, PortMeters meters, Map<String, LossRow> losses) {
        PortMeters before = metersBefore.get(port);
        meters.values().forEach((meter, count) -> {
            String words = LOSSES.get(meter.name());
            if (words == null || count <= 0) {
                return;
            }
            String labels = String.join(" ", new TreeMap<>(meter.labels()).values());
            String reason = labels.isEmpty() ? words : words + " " + labels;
            OptionalDouble perSecond = before == null
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(meters.perSecond(before, meter::equals));
            losses.merge(reason, new LossRow(reason, perSecond, Math.round(count)), History::sum);
        });
    }

    private static LossRow sum(LossRow one, LossRow other) {
        OptionalDouble perSecond =
                one.perSecond().isEmpty() && other.perSecond().isEmpty()
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(
                                one.perSecond().orElse(0) + other.perSecond().orElse(0));
        return new LossRow(one.reason(), perSecond, one.total() + other.total());
    }

    /** Adds each lag to the first row of its stage; a stage without a row gets one. */
    private static List<ServiceRow> withLags(List<ServiceRow> services, List<StageLag> lags) {
        List<ServiceRow> rows = new ArrayList<>(services);
        for (StageLag lag : lags) {
            int first = 0;
            while (first < rows.size() && !rows.get(first).name().equals(lag.stage())) {
                first++;
            }
            if (first < rows.size()) {
                rows.set(first, rows.get(first).with(lag));
            } else {
                rows.add(rowOf(lag, services));
            }
        }
        return rows;
    }

    private static ServiceRow rowOf(StageLag lag, List<ServiceRow> services) {
        Optional<String> whole = services.stream()
                .map(ServiceRow::name)
                .filter(name -> lag.stage().startsWith(name + "-"))
                .findFirst();
        State state = !lag.hasConsumer() ? State.NO_CONSUMER : whole.isPresent() ? State.PART : State.ELSEWHERE;
        String detail =
                switch (state) {
                    case NO_CONSUMER -> "its consumer group has no member";
                    case PART -> "part of " + whole.orElse("");
                    default -> "not among the services shown here";
                };
        return new ServiceRow(
                OptionalInt.empty(),
                lag.stage(),
                state,
                detail,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.of(lag));
    }
}
