package io.weir.gateway.apmon;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes XDR like the clients, using the JDK's big-endian stream. */
final class ApMonBytes {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    private interface Write {
        void run() throws IOException;
    }

    static ApMonBytes header(String header) {
        return new ApMonBytes().string(header);
    }

    /** The start of a packet of ApMon 2.2.8 for C++, up to the number of parameters. */
    static ApMonBytes cpp(String password, String cluster, String node, int parameters) {
        return cpp(password, 4711, 1, cluster, node, parameters);
    }

    /** The packet with this number from one of the clients on a machine. */
    static ApMonBytes cpp(String password, int instance, int number, String cluster, String node, int parameters) {
        return header("v:2.2.8_cppp:" + password)
                .integer(instance)
                .integer(number)
                .string(cluster)
                .string(node)
                .integer(parameters);
    }

    ApMonBytes string(String text) {
        return string(text.getBytes(UTF_8));
    }

    ApMonBytes string(byte[] text) {
        return write(() -> {
            out.writeInt(text.length);
            out.write(text);
            out.write(new byte[(4 - text.length % 4) % 4]);
        });
    }

    ApMonBytes integer(int value) {
        return write(() -> out.writeInt(value));
    }

    ApMonBytes parameter(String name, String value) {
        return string(name).integer(0).string(value);
    }

    ApMonBytes parameter(String name, int value) {
        return string(name).integer(2).integer(value);
    }

    ApMonBytes parameter(String name, long value) {
        return string(name).integer(3).write(() -> out.writeLong(value));
    }

    ApMonBytes parameter(String name, float value) {
        return string(name).integer(4).write(() -> out.writeFloat(value));
    }

    ApMonBytes parameter(String name, double value) {
        return string(name).integer(5).write(() -> out.writeDouble(value));
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    private ApMonBytes write(Write write) {
        try {
            write.run();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
