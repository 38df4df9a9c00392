package io.weir.processing.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Senders with every kind of mistake: wrong clocks, and values out of order, duplicated, late, or
 * of another type.
 */
public final class Farm {

    private static final String[] MEASUREMENTS = {"cpu", "link", "debug"};
    private static final String[] MODES = {"0i", "1i", "2i", "1.0", "1u", "true", "false", "\"idle\""};
    private static final String[] STATES = {"\"RUN\"", "\"STOP\"", "\"a \\\"new\\\" one\"", "1i", "true"};
    private static final int HOSTS = 25;

    private final Random random;
    private final Map<String, Long> skewMillis = new HashMap<>();
    private final Map<String, Long> counters = new HashMap<>();
    private final Map<String, Integer> tenthsOfDegrees = new HashMap<>();
    private final List<Sent> recent = new ArrayList<>();

    /** The time at which the next metrics are received. */
    private long millis = 1_800_000_000_000L;

    public Farm(Random random) {
        this.random = random;
    }

    public long millis() {
        return millis;
    }

    /** Advances time by less than {@code mostMillis}. */
    public void pass(int mostMillis) {
        millis += random.nextInt(mostMillis);
    }

    /** The metrics of a record. */
    public List<Sent> batch(int size) {
        List<Sent> batch = new ArrayList<>();
        while (batch.size() < size) {
            boolean isRepeated = !recent.isEmpty() && random.nextInt(30) == 0;
            Sent sent = isRepeated ? recent.get(random.nextInt(recent.size())) : next();
            batch.add(sent);
            if (recent.size() < 100) {
                recent.add(sent);
            } else {
                recent.set(random.nextInt(recent.size()), sent);
            }
        }
        return batch;
    }

    /** Clocks that are about right, ahead, or behind. Groups need some right clocks: those of every second host. */
    private long skew(int host) {
        return switch (host % 2 == 0 ? 0 : random.nextInt(3)) {
            case 0 -> random.nextInt(2_000);
            case 1 -> random.nextInt(3_000_000);
            default -> -random.nextLong(3_000_000);
        };
    }

    private Sent next() {
        String measurement = MEASUREMENTS[random.nextInt(MEASUREMENTS.length)];
        int number = random.nextInt(HOSTS);
        String host = "h" + number;
        long skew = skewMillis.computeIfAbsent(host, unseen -> skew(number));
        long stamp = (millis + skew - lateMillis()) * 1_000_000 + random.nextInt(3);
        Map<String, String> fields = new LinkedHashMap<>();
        if (random.nextBoolean()) {
            fields.put("status", random.nextInt(20) == 0 ? "\"broken\"" : random.nextInt(2) + "i");
        }
        fields.put("value", number());
        for (int i = random.nextInt(3); i > 0; i--) {
            fields.put("load_" + random.nextInt(3), number());
            fields.put("temp_" + i, temperature(measurement + host + i));
        }
        if (random.nextBoolean()) {
            fields.put("meter", random.nextInt(1_000) / 8.0 + "");
        }
        if (random.nextBoolean()) {
            fields.put("beat", random.nextInt(1_000) + "i");
        }
        addConverted(fields);
        if (random.nextInt(3) == 0) {
            fields.put("bytes", counter(measurement + host));
        }
        if (random.nextInt(3) == 0) {
            fields.put("volts", random.nextInt(1_000_000) + (random.nextInt(10) == 0 ? "u" : ".125"));
        }
        return new Sent(measurement, host, fields, stamp);
    }

    private void addConverted(Map<String, String> fields) {
        if (random.nextInt(3) == 0) {
            fields.put("kb", number());
        }
        if (random.nextInt(3) == 0) {
            fields.put("mode", MODES[random.nextInt(MODES.length)]);
        }
        if (random.nextInt(3) == 0) {
            fields.put("state", STATES[random.nextInt(STATES.length)]);
        }
    }

    /**
     * A counter that grows by little or much, wraps after 32 bits or is reset, and sometimes
     * changes its type.
     */
    private String counter(String of) {
        long grown = counters.merge(
                of,
                random.nextLong(1L << 33),
                (before, start) -> before + random.nextLong(1L << random.nextInt(1, 31)));
        if (random.nextInt(20) == 0) {
            grown = random.nextInt(1_000);
        }
        counters.put(of, grown % (1L << 32));
        return counters.get(of) + (random.nextInt(40) == 0 ? ".0" : random.nextInt(40) == 0 ? "u" : "i");
    }

    /**
     * Most values arrive in order, some late within the grace period of windows, few much later.
     */
    private int lateMillis() {
        return switch (random.nextInt(20)) {
            case 0, 1, 2 -> random.nextInt(1_500);
            case 3 -> random.nextInt(10_000);
            case 4 -> random.nextInt(10) == 0 ? random.nextInt(300_000) : 0;
            default -> 0;
        };
    }

    private String number() {
        int number = random.nextInt(200) - 50;
        return switch (random.nextInt(12)) {
            case 0 -> number + "i";
            case 1 -> Math.abs(number) + "u";
            case 2 -> "true";
            case 3 -> "\"text\"";
            default -> number + ".0";
        };
    }

    private String temperature(String of) {
        int tenths = tenthsOfDegrees.merge(of, 200, (before, start) -> before + random.nextInt(11) - 5);
        return random.nextInt(50) == 0 ? tenths / 10 + "i" : Double.toString(tenths / 10.0);
    }
}
