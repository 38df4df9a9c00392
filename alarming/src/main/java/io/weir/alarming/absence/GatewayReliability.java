package io.weir.alarming.absence;

import io.weir.contract.state.SavedText;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the gateways that receive metrics of keys, and tracks since when each is reliable. Not
 * thread-safe.
 */
final class GatewayReliability {

    /** Number for an unknown gateway; it is reliable only while all gateways are. */
    static final int UNKNOWN = 0;

    /** Limit of gateways with a number of their own; the others count as {@link #UNKNOWN}. */
    static final int MOST = 1_000;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<Long> unreliableMillis = new ArrayList<>();

    GatewayReliability() {
        reset();
    }

    /** Returns the number of a gateway and assigns one if necessary. */
    int number(@Nullable String gateway) {
        if (gateway == null) {
            return UNKNOWN;
        }
        Integer known = numbers.get(gateway);
        return known != null ? known : add(gateway, WatchedKey.NEVER);
    }

    private int add(String gateway, long millis) {
        int number = names.size();
        if (number > MOST) {
            return UNKNOWN;
        }
        numbers.put(gateway, number);
        names.add(gateway);
        unreliableMillis.add(millis);
        return number;
    }

    /** Marks these gateways as unreliable until now. */
    void markUnreliable(Set<String> gateways, long millis) {
        for (String gateway : gateways) {
            unreliableMillis.set(number(gateway), millis);
        }
        if (!gateways.isEmpty()) {
            unreliableMillis.set(UNKNOWN, millis);
        }
    }

    /** Log time went back to {@code millis}; later times are cut to it. */
    void goBack(long millis) {
        unreliableMillis.replaceAll(until -> Math.min(until, millis));
    }

    /** Returns the log time since which a gateway is reliable. */
    long reliableSince(int number) {
        return unreliableMillis.get(number);
    }

    void reset() {
        numbers.clear();
        names.clear();
        unreliableMillis.clear();
        names.add("");
        unreliableMillis.add(WatchedKey.NEVER);
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(names.size());
        for (int number = 0; number < names.size(); number++) {
            SavedText.write(names.get(number), out);
            out.writeLong(unreliableMillis.get(number));
        }
    }

    void read(DataInput in) throws IOException {
        reset();
        int saved = in.readInt();
        SavedText.read(in);
        unreliableMillis.set(UNKNOWN, in.readLong());
        for (int number = 1; number < saved; number++) {
            add(SavedText.read(in), in.readLong());
        }
    }
}
