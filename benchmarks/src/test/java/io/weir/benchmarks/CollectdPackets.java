package io.weir.benchmarks;

import io.weir.gateway.testing.CollectdPacket;
import io.weir.gateway.testing.CollectdPacket.Value;
import java.util.Random;
import java.util.function.DoubleFunction;

/**
 * Packets as collectd sends them on a host with two processors: 32 value lists, one in five with
 * fractions.
 */
final class CollectdPackets {
    static final int METRICS = 32;

    private static final String[] STATES = {"user", "system", "wait", "nice", "interrupt", "softirq", "steal", "idle"};
    private static final String[] MEMORY = {"used", "buffered", "cached", "free", "slab_unrecl", "slab_recl"};
    private static final String[] DISK = {"free", "reserved", "used"};
    private static final String[] TRAFFIC = {"if_octets", "if_packets", "if_errors"};

    private final CollectdPacket packet = new CollectdPacket();
    private final Random random;

    private CollectdPackets(Random random) {
        this.random = random;
    }

    /** Returns the packet of one host, measured at this second. */
    static CollectdPacket ofHost(int host, long second, Random random) {
        return new CollectdPackets(random).ofHost(String.format("flp%05d", host), second);
    }

    private CollectdPacket ofHost(String host, long second) {
        packet.host(host).time(second << 30).number(9, 10L << 30);
        for (int cpu = 0; cpu < 2; cpu++) {
            packet.plugin("cpu", Integer.toString(cpu)).text(4, "cpu");
            each(STATES, CollectdPackets::derive, 1e7);
        }
        packet.plugin("memory", "").text(4, "memory");
        each(MEMORY, Value::gauge, 1e10);
        packet.plugin("load", "").type("load", "");
        packet.values(
                Value.gauge(random.nextDouble()), Value.gauge(random.nextDouble()), Value.gauge(random.nextDouble()));
        packet.plugin("df", "root").text(4, "df_complex");
        each(DISK, Value::gauge, 1e11);
        packet.text(4, "percent_bytes");
        for (String name : DISK) {
            packet.text(5, name).values(Value.gauge(100 * random.nextDouble()));
        }
        packet.plugin("interface", "eth0").type("", "");
        for (String name : TRAFFIC) {
            packet.text(4, name).values(Value.derive(random.nextInt(1 << 30)), Value.derive(random.nextInt(1 << 30)));
        }
        return packet;
    }

    private void each(String[] instances, DoubleFunction<Value> kind, double below) {
        for (String name : instances) {
            packet.text(5, name).values(kind.apply(Math.floor(random.nextDouble() * below)));
        }
    }

    private static Value derive(double value) {
        return Value.derive((long) value);
    }
}
