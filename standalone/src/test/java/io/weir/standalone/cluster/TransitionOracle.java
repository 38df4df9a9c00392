package io.weir.standalone.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The transitions that a {@link FarmLoad} causes under {@link FarmRules}: each host has an alarm, and
 * each swing raises or clears it once.
 *
 * @param mayForget whether the numbers of transitions may have gaps, see
 *     {@link FarmAccount#withForgottenAlarms}
 */
record TransitionOracle(int hosts, int swings, boolean mayForget) {

    private static final String RULE = "cpu-high/";

    /**
     * A reported transition.
     *
     * @param number counts those of the alarm from 1
     */
    record Transition(int number, String to) {}

    /** The number of transitions of all alarms. */
    int count() {
        return hosts * swings;
    }

    /** The transitions of each alarm, in order. */
    List<Transition> expected() {
        return IntStream.rangeClosed(1, swings)
                .mapToObj(number -> new Transition(number, number % 2 == 1 ? "UNACKNOWLEDGED" : "NORMAL"))
                .toList();
    }

    /** The alarms whose transitions differ: missing, repeated, false, or of no host that was sent. */
    List<String> mistakes(Map<String, List<Transition>> told) {
        List<String> mistakes = new ArrayList<>();
        Map<String, List<Transition>> unexpected = new TreeMap<>(told);
        for (int host = 0; host < hosts; host++) {
            String id = RULE + "h" + host;
            unexpected.remove(id);
            List<Transition> its = told.getOrDefault(id, List.of());
            if (!isRight(its)) {
                mistakes.add(id + ": " + its.size() + " instead of " + swings + ", first " + firstDifference(its));
            }
        }
        unexpected.forEach((id, its) -> mistakes.add(id + ": " + its.size() + " of nothing that was sent"));
        return mistakes;
    }

    private boolean isRight(List<Transition> its) {
        return mayForget ? states(its).equals(states(expected())) && isAscending(its) : its.equals(expected());
    }

    private String firstDifference(List<Transition> its) {
        List<Transition> expected = expected();
        return IntStream.range(0, Math.max(its.size(), swings))
                .filter(each ->
                        each >= its.size() || each >= swings || !its.get(each).equals(expected.get(each)))
                .mapToObj(each -> (each < its.size() ? its.get(each) : "none") + " instead of "
                        + (each < swings ? expected.get(each) : "none"))
                .findFirst()
                .orElse("in none");
    }

    private static List<String> states(List<Transition> its) {
        return its.stream().map(Transition::to).toList();
    }

    private static boolean isAscending(List<Transition> its) {
        return IntStream.range(1, its.size())
                .allMatch(next -> its.get(next).number() > its.get(next - 1).number());
    }
}
