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

/** The gateways by which keys are heard, numbered, and since when each could be relied on. Not thread-safe. */
final class Gateways {

    /** The number of all of which nothing is known: it is relied on when every gateway is. */
    static final int UNKNOWN = 0;

    /** So many are told apart. */
    static final int MOST = 1_000;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<Long> deafMillis = new ArrayList<>();

    Gateways() {
        reset();
    }

    /** The number of a gateway. */
    int number(@Nullable String gateway) {
        if (gateway == null) {
            return UNKNOWN;
        }
        Integer known = numbers.get(gateway);
        return known != null ? known : add(gateway, WatchedKey.NEVER);
    }

    private int add(String gateway, long deaf) {
        int number = names.size();
        if (number > MOST) {
            return UNKNOWN;
        }
        numbers.put(gateway, number);
        names.add(gateway);
        deafMillis.add(deaf);
        return number;
    }

    /** Until now these could not be relied on. */
    void deaf(Set<String> gateways, long millis) {
        for (String gateway : gateways) {
            deafMillis.set(number(gateway), millis);
        }
        if (!gateways.isEmpty()) {
            deafMillis.set(UNKNOWN, millis);
        }
    }

    /** Log time has gone back to this: nothing was later. */
    void goBack(long millis) {
        deafMillis.replaceAll(deaf -> Math.min(deaf, millis));
    }

    /** Since when it hears what is sent to it, by log time. */
    long heardSince(int number) {
        return deafMillis.get(number);
    }

    void reset() {
        numbers.clear();
        names.clear();
        deafMillis.clear();
        names.add("");
        deafMillis.add(WatchedKey.NEVER);
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(names.size());
        for (int number = 0; number < names.size(); number++) {
            SavedText.write(names.get(number), out);
            out.writeLong(deafMillis.get(number));
        }
    }

    void read(DataInput in) throws IOException {
        reset();
        int saved = in.readInt();
        SavedText.read(in);
        deafMillis.set(UNKNOWN, in.readLong());
        for (int number = 1; number < saved; number++) {
            add(SavedText.read(in), in.readLong());
        }
    }
}
