package io.weir.gateway.collectd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Records the outcome of packets. */
final class Heard implements Outlet {
    final List<String> lines = new ArrayList<>();
    /** {@code code from..to}. */
    final List<String> refused = new ArrayList<>();

    final Map<String, Long> notes = new TreeMap<>();

    @Override
    public void lines(byte[] bytes, int length) {
        lines.addAll(List.of(new String(bytes, 0, length, UTF_8).split("\n")));
    }

    @Override
    public void refuse(PacketError why, byte[] bytes, int from, int to, int at) {
        refused.add(why.code() + " " + from + ".." + to);
    }

    @Override
    public void note(String what, long count) {
        notes.merge(what, count, Long::sum);
    }

    /** The rejection reasons, without positions. */
    List<String> reasons() {
        return refused.stream()
                .map(said -> said.substring(0, said.indexOf(' ')))
                .toList();
    }

    void clear() {
        lines.clear();
        refused.clear();
        notes.clear();
    }
}
