package io.weir.standalone.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The lines of a {@link FarmLoad} that the store must have: of each body one line for each host, with
 * its value and its timestamp. A line that is missing is also found if another one is there twice.
 */
record StoredBodies(List<Long> stamps, int hosts) {

    /**
     * The stored lines of one body.
     *
     * @param hosts the number of distinct hosts
     * @param leastMillis the earliest timestamp
     */
    record Body(long lines, long hosts, long leastValue, long mostValue, long leastMillis, long mostMillis) {}

    /** The bodies by number. */
    Map<Integer, Body> expected() {
        Map<Integer, Body> bodies = new TreeMap<>();
        for (int number = 0; number < stamps.size(); number++) {
            int value = FarmLoad.value(number);
            long millis = stamps.get(number);
            bodies.put(number, new Body(hosts, hosts, value, value, millis, millis));
        }
        return bodies;
    }

    /** The bodies that differ: missing, in part or whole, wrong, stored twice, or never sent. */
    List<String> mistakes(Map<Integer, Body> stored) {
        List<String> mistakes = new ArrayList<>();
        Map<Integer, Body> expected = expected();
        expected.forEach((number, body) -> {
            if (!body.equals(stored.get(number))) {
                mistakes.add("body " + number + ": " + stored.get(number) + " instead of " + body);
            }
        });
        stored.forEach((number, body) -> {
            if (!expected.containsKey(number)) {
                mistakes.add("body " + number + ": " + body + " of nothing that was sent");
            }
        });
        return mistakes;
    }
}
