package io.weir.alarming.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Operation;
import io.weir.contract.alarm.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares each cell of the table in {@code docs/alarms.md} with the behaviour of alarms. */
class LifecycleTableTest {

    private static final boolean[] BOTH = {false, true};
    private static final Path PAGE = Path.of("..", "docs", "alarms.md");

    private static final Instant NOW = Instant.ofEpochMilli(1_500);

    private static final EnumSet<AlarmState> STATES = EnumSet.allOf(AlarmState.class);
    private static final String MASK = "mask";

    /** A cell of the page. */
    record Cell(AlarmState state, Trigger trigger, String text) {

        boolean cannotBe() {
            return text.equals("–");
        }

        /** Returns the state after the trigger; empty if it is refused. */
        Optional<AlarmState> next(boolean isRaised, boolean latches, boolean isUnseen, boolean isMasked) {
            if (text.equals("refused")) {
                return Optional.empty();
            }
            Map<String, Boolean> facts =
                    Map.of("raised", isRaised, "latching", latches, "unseen", isUnseen, "masked", isMasked);
            for (String part : text.split(", (else )?")) {
                String[] stateAndCondition = part.split(" if ");
                boolean holds = stateAndCondition.length == 1
                        || Arrays.stream(stateAndCondition[1].split(" and "))
                                .allMatch(fact -> Objects.requireNonNull(facts.get(fact), fact));
                if (holds) {
                    return Optional.of(AlarmState.valueOf(stateAndCondition[0]));
                }
            }
            throw new IllegalStateException("no end: " + text);
        }
    }

    static List<Cell> cells() throws IOException {
        List<Cell> cells = new ArrayList<>();
        List<AlarmState> columns = List.of();
        for (String line : Files.readAllLines(PAGE)) {
            List<String> row =
                    Arrays.stream(line.split("\\|")).map(String::strip).toList();
            if (line.startsWith("| trigger |")) {
                columns = row.subList(2, row.size()).stream()
                        .map(AlarmState::valueOf)
                        .toList();
            } else if (line.startsWith("| `") && !columns.isEmpty()) {
                Trigger trigger = Trigger.valueOf(row.get(1).split("`")[1]);
                for (int i = 0; i < columns.size(); i++) {
                    cells.add(new Cell(columns.get(i), trigger, row.get(2 + i)));
                }
            } else if (line.isEmpty()) {
                columns = List.of();
            }
        }
        return cells;
    }

    @Test
    void operationsArePossibleWhereTheirTriggersAre() {
        for (Operation operation : Operation.values()) {
            for (AlarmState state : STATES) {
                for (int facts = 0; facts < 8; facts++) {
                    assertThat(Lifecycle.next(
                                            state,
                                            Trigger.of(operation),
                                            (facts & 1) != 0,
                                            (facts & 2) != 0,
                                            (facts & 4) != 0)
                                    .isPresent())
                            .as("%s in %s", operation, state)
                            .isEqualTo(operation.isPossibleIn(state));
                }
            }
        }
    }

    @Test
    void docsListEachStateAndTriggerOnce() throws IOException {
        assertThat(cells()).hasSize(STATES.size() * Trigger.values().length);
        assertThat(cells().stream().map(cell -> cell.state + " " + cell.trigger).distinct())
                .hasSize(cells().size());
    }

    @ParameterizedTest
    @MethodSource("cells")
    void alarmsMatchTheDocumentedTable(Cell cell) {
        if (cell.cannotBe()) { // For conditions see the random walk below.
            Alarm alarm = alarm(cell.state, Severity.MAJOR, false, true);
            Optional<Alarm> next =
                    switch (cell.trigger) {
                        case ESCALATED, SHELF_EXPIRED, MASKED, UNMASKED -> apply(cell.trigger, alarm, false);
                        default -> Optional.empty();
                    };
            assertThat(next).isEmpty();
            return;
        }
        int checked = 0;
        for (boolean latches : BOTH) {
            for (Severity severity : severities(cell)) {
                for (boolean isUnseen : unseen(cell.state)) {
                    for (boolean isMasked : masked(cell)) {
                        check(cell, alarm(cell.state, severity, latches, isUnseen), isMasked);
                        checked++;
                    }
                }
            }
        }
        assertThat(checked).isPositive();
    }

    private static void check(Cell cell, Alarm alarm, boolean isMasked) {
        boolean latches = alarm.condition().latch();
        Optional<Alarm> next = apply(cell.trigger, alarm, latches).map(each -> each.under(isMasked ? MASK : null));
        Alarm after = next.orElse(alarm);

        assertThat(next.map(Alarm::state))
                .as("%s masked=%s", alarm, isMasked)
                .isEqualTo(cell.next(after.isRaised(), latches, alarm.isUnseen(), isMasked));
        assertThat(next.map(Alarm::transitions)).isIn(Optional.empty(), Optional.of(8L));
        assertThat(after.suppressedBy()).isEqualTo(after.state() == AlarmState.SUPPRESSED ? MASK : null);
    }

    /** Returns whether an alarm in this state can be masked after the trigger. */
    private static boolean[] masked(Cell cell) {
        if (cell.trigger == Trigger.MASKED || cell.trigger == Trigger.UNMASKED) {
            return new boolean[] {cell.trigger == Trigger.MASKED};
        }
        return switch (cell.state) {
            case UNACKNOWLEDGED, ACKNOWLEDGED -> new boolean[] {false};
            case NORMAL, RETURNED, SHELVED, OUT_OF_SERVICE, SUPPRESSED -> BOTH;
        };
    }

    /** Impossible cells are never reached. */
    @Test
    void impossibleStatesAreNotReached() throws IOException {
        Map<AlarmState, EnumSet<Trigger>> impossible = new EnumMap<>(AlarmState.class);
        cells().stream().filter(Cell::cannotBe).forEach(cell -> impossible
                .computeIfAbsent(cell.state, state -> EnumSet.noneOf(Trigger.class))
                .add(cell.trigger));
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        Alarm alarm = alarm(AlarmState.NORMAL, Severity.OK, false, false);
        String mask = null;
        EnumSet<AlarmState> met = EnumSet.noneOf(AlarmState.class);
        for (int step = 0; step < 20_000; step++) {
            Severity severity = any(Severity.values(), random);
            if (random.nextInt(5) == 0) {
                mask = mask == null ? MASK : null;
                alarm = alarm.on(mask, NOW).orElse(alarm);
            }
            String holds = mask;
            boolean isCondition = random.nextBoolean() && severity != alarm.severity();
            Trigger trigger =
                    isCondition ? Trigger.of(alarm.severity(), severity) : Trigger.of(any(Operation.values(), random));
            Optional<Alarm> next = isCondition
                    ? alarm.on(Conditions.of(severity, random.nextBoolean()), Optional.empty(), NOW)
                    : apply(trigger, alarm, false);
            next = next.map(each -> each.under(holds));

            assertThat(next.isPresent()
                            && impossible
                                    .getOrDefault(alarm.state(), EnumSet.noneOf(Trigger.class))
                                    .contains(trigger))
                    .as("seed %d step %d %s %s", seed, step, trigger, alarm)
                    .isFalse();
            alarm = next.orElse(alarm);
            met.add(alarm.state());
            assertThat(alarm.state() == AlarmState.SUPPRESSED).isEqualTo(alarm.suppressedBy() != null);
            assertThat(
                            mask == null
                                    ? alarm.state() != AlarmState.SUPPRESSED
                                    : alarm.state().isHidden() || !alarm.isRaised())
                    .as("seed %d step %d %s", seed, step, alarm)
                    .isTrue();
            assertThat(alarm.state().isHidden()
                            || alarm.isUnseen() == alarm.state().isUnacknowledged())
                    .as("seed %d step %d %s", seed, step, alarm)
                    .isTrue();
        }
        assertThat(met).isEqualTo(STATES);
    }

    /** Returns the severities that an alarm in this state may have before this trigger. */
    private static List<Severity> severities(Cell cell) {
        if (cell.trigger == Trigger.QUIET) {
            return List.of(Severity.values());
        }
        List<Severity> all =
                switch (cell.state) {
                    case NORMAL, RETURNED -> List.of(Severity.OK);
                    case UNACKNOWLEDGED, ACKNOWLEDGED -> List.of(Severity.MINOR, Severity.MAJOR, Severity.INVALID);
                    case SHELVED, SUPPRESSED, OUT_OF_SERVICE -> List.of(Severity.values());
                };
        return all.stream()
                .filter(severity -> switch (cell.trigger) {
                    case RAISED -> severity != Severity.INVALID;
                    case EASED -> severity == Severity.MAJOR;
                    case CLEARED -> severity != Severity.OK;
                    default -> true;
                })
                .toList();
    }

    /** A hidden alarm may be either. */
    private static boolean[] unseen(AlarmState state) {
        return state.isHidden() ? BOTH : new boolean[] {state.isUnacknowledged()};
    }

    private static Alarm alarm(AlarmState state, Severity severity, boolean latches, boolean isUnseen) {
        Instant time = Instant.ofEpochMilli(500);
        Alarm.CommandDetails commandDetails =
                state == AlarmState.SHELVED ? new Alarm.CommandDetails("otto", "why", time.plusSeconds(1)) : null;
        return new Alarm(
                Conditions.of(severity, latches),
                severity,
                severity,
                state,
                7,
                time,
                commandDetails,
                Instant.EPOCH,
                isUnseen,
                Instant.EPOCH,
                0,
                Flips.NONE,
                null,
                state == AlarmState.SUPPRESSED ? MASK : null,
                severity == Severity.OK ? null : time,
                Instant.EPOCH);
    }

    /** Returns an alarm reported as MAJOR, whose held-back change is that of {@code last}. */
    private static Alarm chattering(Alarm last) {
        return new Alarm(
                Conditions.of(Severity.MAJOR, last.condition().latch()),
                Severity.MAJOR,
                Severity.MAJOR,
                last.state(),
                last.transitions(),
                last.since(),
                last.commandDetails(),
                last.lastCommand(),
                last.isUnseen(),
                last.lastRaise(),
                last.lastNews(),
                new Flips(List.of(), 3, null, last.condition()),
                null,
                last.suppressedBy(),
                last.raisedAt(),
                last.lastComment());
    }

    private static Optional<Alarm> apply(Trigger trigger, Alarm alarm, boolean latches) {
        return switch (trigger) {
            case RAISED -> alarm.on(Conditions.of(Severity.INVALID, latches), Optional.empty(), NOW);
            case EASED -> alarm.on(Conditions.of(Severity.MINOR, latches), Optional.empty(), NOW);
            case CLEARED -> alarm.on(Conditions.of(Severity.OK, latches), Optional.empty(), NOW);
            case QUIET -> chattering(alarm).onQuiet(NOW);
            case ESCALATED -> alarm.onEscalation(Severity.MAJOR);
            case SHELF_EXPIRED -> alarm.onExpiry(NOW);
            case MASKED -> alarm.on(MASK, NOW);
            case UNMASKED -> alarm.on(null, NOW);
            default -> alarm.on(command(Operation.valueOf(trigger.name())));
        };
    }

    private static AlarmCommand command(Operation operation) {
        Instant time = Instant.ofEpochMilli(2_000);
        return new AlarmCommand(
                "c",
                time,
                "anna",
                operation,
                "hot/a",
                null,
                null,
                "because",
                operation == Operation.SHELVE ? Objects.requireNonNull(time).plusSeconds(60) : null,
                null);
    }

    private static <T> T any(T[] values, Random random) {
        return values[random.nextInt(values.length)];
    }
}
