package io.weir.standalone.alarms;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.Operation;
import io.weir.contract.rule.match.Glob;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The alarms that an operator names: by their ids, or by globs over the current alarms. */
final class AlarmChoice {

    private AlarmChoice() {}

    /**
     * The ids of the alarms, sorted. Alarms that a glob selects have the transition that the operator's command
     * knows, so that an alarm that is raised meanwhile is not changed.
     *
     * @param typed ids and globs
     * @param literal ids only
     * @param board read only if there is a glob
     * @throws IllegalArgumentException names a glob that selects no alarm
     */
    static Map<String, Optional<String>> of(
            List<String> typed, List<String> literal, Operation operation, Supplier<AlarmBoard> board) {
        Map<String, Optional<String>> chosen = new TreeMap<>();
        List<String> globs = typed.stream().filter(Glob::hasWildcard).toList();
        if (!globs.isEmpty()) {
            AlarmBoard current = board.get();
            globs.forEach(glob -> chosen.putAll(matching(glob, operation, current)));
        }
        Stream.concat(typed.stream().filter(id -> !Glob.hasWildcard(id)), literal.stream())
                .forEach(id -> chosen.putIfAbsent(id, Optional.empty()));
        return chosen;
    }

    private static Map<String, Optional<String>> matching(String glob, Operation operation, AlarmBoard board) {
        Glob pattern = new Glob(glob);
        List<AlarmEvent> matching = board.byUrgency(alarm -> pattern.matches(alarm.id()));
        if (matching.isEmpty()) {
            throw new IllegalArgumentException("no alarm matches " + glob);
        }
        Map<String, Optional<String>> permitted = new TreeMap<>();
        matching.stream()
                .filter(alarm -> operation.isPossibleIn(alarm.to()))
                .forEach(alarm -> permitted.put(alarm.id(), Optional.of(alarm.transition())));
        if (permitted.isEmpty()) {
            throw new IllegalArgumentException(
                    "the state of no alarm that matches " + glob + " permits the command: " + matching.size()
                            + " match, the first is " + matching.get(0).to());
        }
        return permitted;
    }
}
