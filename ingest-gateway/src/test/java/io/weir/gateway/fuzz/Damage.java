package io.weir.gateway.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Randomly damaged packets, reproducible by their seed. Some packets stay valid, so that state from
 * valid packets meets damaged ones. Not thread-safe.
 *
 * <p>Tests that use it are named {@code *FuzzTest} and process {@link #inputs} packets:
 * {@code benchmarks/fuzz.sh} finds them by this name.
 */
public final class Damage {
    /** The limit of UDP over IPv4. */
    private static final int LONGEST_PACKET = 65_507;
    /** Limits of ranges, signs, and delimiters of text. */
    private static final byte[] SPICE = {0, 1, 0x7f, (byte) 0x80, (byte) 0xff, ' ', '"', '\\', ',', '=', '\n', '{', '-'
    };

    private final SplittableRandom random;
    private final List<byte[]> valid;

    private enum Kind {
        BIT_FLIP,
        OTHER_BYTE,
        TRUNCATION,
        SPLICE,
        INSERTION,
        DELETION,
        REPETITION
    }

    private static final Kind[] KINDS = Kind.values();

    /** Packets derived from those in {@code valid}, which are not changed. */
    public Damage(long seed, List<byte[]> valid) {
        if (valid.isEmpty()) {
            throw new IllegalArgumentException("at least one valid packet is needed");
        }
        this.random = new SplittableRandom(seed);
        this.valid = List.copyOf(valid);
    }

    /** Number of packets of a fuzz test: {@code -Dweir.test.fuzz.inputs}. */
    public static int inputs() {
        return Integer.getInteger("weir.test.fuzz.inputs", 20_000);
    }

    /** {@code -Dweir.test.seed}, or a new one; printed, so that a failure can be repeated. */
    public static long seed() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("fuzz: repeat with -Dweir.test.seed=" + seed);
        return seed;
    }

    /** A new array, at most as long as a datagram, possibly empty. */
    public byte[] next() {
        byte[] packet = any().clone();
        for (int times = random.nextInt(5); times > 0; times--) {
            packet = damaged(packet, KINDS[random.nextInt(KINDS.length)]);
        }
        return packet.length <= LONGEST_PACKET ? packet : Arrays.copyOf(packet, LONGEST_PACKET);
    }

    private byte[] damaged(byte[] packet, Kind kind) {
        int length = packet.length;
        int from = random.nextInt(length + 1);
        int to = from + random.nextInt(Math.min(length - from, random.nextBoolean() ? 8 : length) + 1);
        return switch (kind) {
            case BIT_FLIP -> changed(packet, length == 0 ? 0 : packet[from % length] ^ 1 << random.nextInt(8), from);
            case OTHER_BYTE -> changed(packet, spice(), from);
            case TRUNCATION -> Arrays.copyOf(packet, from);
            case SPLICE -> spliced(packet, from);
            case INSERTION -> joined(packet, from, insertion(), from);
            case DELETION -> joined(packet, from, new byte[0], to);
            case REPETITION -> joined(packet, to, Arrays.copyOfRange(packet, from, to), to);
        };
    }

    /** The packet with another byte at {@code at} modulo its length. */
    private static byte[] changed(byte[] packet, int value, int at) {
        if (packet.length > 0) {
            packet[at % packet.length] = (byte) value;
        }
        return packet;
    }

    /** The start of the packet and the end of some packet. */
    private byte[] spliced(byte[] packet, int at) {
        byte[] other = any();
        int from = random.nextInt(other.length + 1);
        return joined(packet, at, Arrays.copyOfRange(other, from, other.length), packet.length);
    }

    /** A few random bytes, or many equal ones. */
    private byte[] insertion() {
        byte[] bytes = new byte[1 + random.nextInt(random.nextInt(100) == 0 ? 70_000 : 9)];
        byte same = spice();
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = bytes.length > 9 ? same : spice();
        }
        return bytes;
    }

    /** {@code packet} up to {@code end}, {@code middle}, {@code packet} from {@code start}. */
    private static byte[] joined(byte[] packet, int end, byte[] middle, int start) {
        byte[] joined = Arrays.copyOf(packet, end + middle.length + packet.length - start);
        System.arraycopy(middle, 0, joined, end, middle.length);
        System.arraycopy(packet, start, joined, end + middle.length, packet.length - start);
        return joined;
    }

    private byte[] any() {
        return valid.get(random.nextInt(valid.size()));
    }

    /** A byte with a meaning in many formats, or one from some packet. */
    private byte spice() {
        byte[] packet = any();
        return packet.length == 0 || random.nextBoolean()
                ? SPICE[random.nextInt(SPICE.length)]
                : packet[random.nextInt(packet.length)];
    }
}
