package io.weir.gateway.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.service.PortMistake;
import io.weir.gateway.intake.FrameAnswer;
import io.weir.gateway.intake.FrameHead;
import io.weir.gateway.intake.FrameIntake;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.stamp.StampUnit;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;

/**
 * Opens an input for a small protocol: {@code L} and a length of one byte, or {@code X} and a length of
 * four. A frame has lines, and is answered with its length; the body "bye" ends the connection.
 */
final class FrameRig {
    static final int MAX_BODY_BYTES = 100_000;
    static final int DEADLINE_MILLIS = 60_000;

    private Duration timeout = Duration.ofSeconds(30);
    private Duration idleTimeout = Duration.ofMinutes(5);
    private long bodiesBytes = 10_000_000;
    private Optional<TlsFiles> tls = Optional.empty();

    FrameRig timeout(Duration time) {
        timeout = time;
        return this;
    }

    FrameRig idleTimeout(Duration time) {
        idleTimeout = time;
        return this;
    }

    FrameRig bodiesBytes(long bytes) {
        bodiesBytes = bytes;
        return this;
    }

    FrameRig tls(TlsFiles files) {
        tls = Optional.of(files);
        return this;
    }

    FrameInput openFor(OneInput input) {
        PortMistake mistake = new PortMistake("tcp", "frames", "frames.port", "frames.host");
        return FrameInput.open(
                new FrameSettings(
                        new StreamSettings("127.0.0.1", 0, 2, 100, 100, tls, mistake),
                        MAX_BODY_BYTES,
                        bodiesBytes,
                        timeout,
                        idleTimeout),
                input,
                Lines::new);
    }

    /** A frame with a short head, if its length allows it. */
    static byte[] frame(String body) {
        byte[] bytes = body.getBytes(UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(bytes.length + 5);
        if (bytes.length < 128) {
            frame.put((byte) 'L').put((byte) bytes.length);
        } else {
            frame.put((byte) 'X').putInt(bytes.length);
        }
        frame.put(bytes).flip();
        byte[] whole = new byte[frame.remaining()];
        frame.get(whole);
        return whole;
    }

    static Socket connect(FrameInput input) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), input.port().orElseThrow());
        socket.setSoTimeout(DEADLINE_MILLIS);
        return socket;
    }

    static void send(Socket socket, byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** The next answer. */
    static String answer(Socket socket) throws IOException {
        return new DataInputStream(socket.getInputStream()).readUTF();
    }

    private record Lines(LineIntake lines) implements FrameIntake, FrameHead {
        @Override
        public FrameHead head() {
            return this;
        }

        @Override
        public Start read(byte[] head, int length) {
            if (length == 0) {
                return new More(1);
            }
            if (head[0] != 'L' && head[0] != 'X') {
                return new Wrong("wrong-head");
            }
            int whole = head[0] == 'L' ? 2 : 5;
            if (length < whole) {
                return new More(whole);
            }
            return new Body(whole == 2 ? head[1] : ByteBuffer.wrap(head, 1, 4).getInt());
        }

        @Override
        public FrameAnswer frame(byte[] head, byte[] body, int length, SocketAddress source, long receivedNanos) {
            boolean isLast = new String(body, 0, length, UTF_8).equals("bye");
            if (!isLast) {
                lines.lines(body, 0, length, StampUnit.NS, source, receivedNanos, RefusalListener.NONE);
            }
            return new FrameAnswer(text("ok " + length), isLast);
        }

        @Override
        public FrameAnswer refusal(String message) {
            return new FrameAnswer(text(message), true);
        }

        /** As {@link DataInputStream#readUTF} reads it. */
        private static byte[] text(String text) {
            byte[] bytes = text.getBytes(UTF_8);
            return ByteBuffer.allocate(bytes.length + 2)
                    .putShort((short) bytes.length)
                    .put(bytes)
                    .array();
        }
    }
}
