package io.weir.gateway.remotewrite;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.testing.Proto;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Random requests of remote write 1.0, whose series repeat the labels of a few. Some labels are wrong,
 * in another order, or after a sample.
 */
final class RandomSeries {
    private static final long MILLIS = 1_790_000_000_000L;
    private static final byte[] NOT_UTF8 = {'a', (byte) 0xc3};
    private static final String[] NAMES = {"job", "instance", "le", "b c", "a,b", "k=v", "é", "", "two\nlines", "\\"};
    private static final String[] VALUES = {"", "node", "a b", "x=y", "ü,", "c:\\d", "\"q\"", "two\nlines", "flp00001"};
    private static final int[] LENGTHS = {60, 120, 127, 128, 200, 3_000, 17_000};

    private final Random random;
    private final List<List<byte[]>> pool = new ArrayList<>();

    RandomSeries(Random random) {
        this.random = random;
        for (int i = 0; i < 12; i++) {
            pool.add(labels());
        }
    }

    private List<byte[]> labels() {
        List<byte[]> labels = new ArrayList<>();
        if (!once(15)) {
            labels.add(label("__name__".getBytes(UTF_8), once(15) ? value() : "up".getBytes(UTF_8)));
        }
        for (int i = random.nextInt(5); i > 0; i--) {
            labels.add(label(once(3) ? pick(NAMES) : ("l" + i).getBytes(UTF_8), value()));
        }
        return labels;
    }

    private byte[] value() {
        return switch (random.nextInt(12)) {
            case 0 -> NOT_UTF8;
            case 1 -> "x".repeat(LENGTHS[random.nextInt(LENGTHS.length)]).getBytes(UTF_8);
            case 2, 3, 4 -> pick(VALUES);
            default -> ("v" + random.nextInt(3)).getBytes(UTF_8);
        };
    }

    private byte[] label(byte[] name, byte[] value) {
        Proto label = new Proto();
        if (once(20)) {
            label.integer(9, 1);
        }
        if (!once(20)) {
            label.bytes(1, name);
        }
        if (!once(20)) {
            label.bytes(2, value);
        }
        return once(20) ? label.bytes(1, name).bytes() : label.bytes();
    }

    /** A request without damage. */
    byte[] next() {
        if (once(10)) {
            pool.set(random.nextInt(pool.size()), labels());
        }
        Proto request = new Proto();
        for (int i = random.nextInt(8); i > 0; i--) {
            request.bytes(1, series());
        }
        return request.bytes();
    }

    private byte[] series() {
        List<byte[]> labels = new ArrayList<>(pool.get(random.nextInt(pool.size())));
        if (once(10)) {
            Collections.shuffle(labels, random);
        }
        if (once(20) && !labels.isEmpty()) {
            labels.add(labels.get(random.nextInt(labels.size())));
        }
        int late = once(10) ? random.nextInt(labels.size() + 1) : labels.size();
        Proto series = new Proto();
        if (once(20)) {
            series.integer(12, 1);
        }
        labels.subList(0, late).forEach(label -> series.bytes(1, label));
        for (int i = once(30) ? 300 : random.nextInt(3); i > 0; i--) {
            series.message(
                    2, i > 3 ? new Proto() : new Proto().number(1, number()).integer(2, MILLIS + i));
        }
        if (once(8)) {
            series.message(4, new Proto().integer(1, random.nextInt(3)).integer(15, MILLIS));
        }
        labels.subList(late, labels.size()).forEach(label -> series.bytes(1, label));
        return once(20) ? series.message(3, new Proto()).bytes() : series.bytes();
    }

    private double number() {
        double[] special = {Double.NaN, Double.POSITIVE_INFINITY, Double.longBitsToDouble(SampleLines.STALE)};
        return once(10) ? special[random.nextInt(special.length)] : random.nextInt(1000) / 10.0;
    }

    private byte[] pick(String[] texts) {
        return texts[random.nextInt(texts.length)].getBytes(UTF_8);
    }

    private boolean once(int in) {
        return random.nextInt(in) == 0;
    }
}
