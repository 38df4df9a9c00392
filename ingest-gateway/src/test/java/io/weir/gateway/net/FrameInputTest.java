package io.weir.gateway.net;

import static io.weir.gateway.net.FrameRig.answer;
import static io.weir.gateway.net.FrameRig.connect;
import static io.weir.gateway.net.FrameRig.frame;
import static io.weir.gateway.net.FrameRig.send;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.gateway.intake.OneInput;
import io.weir.gateway.limit.AddressRange;
import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.limit.LineBudget;
import io.weir.gateway.testing.Identity;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The input for frames over real local connections. */
class FrameInputTest {
    private final OneInput one = new OneInput("frames");

    @AfterEach
    void close() {
        one.close();
    }

    @Test
    void framesMayBeCutAnywhere() throws Exception {
        one.acknowledging();
        byte[] bytes = frame("cpu v=1 1\ncpu v=2 2");
        try (FrameInput input = new FrameRig().openFor(one)) {
            for (int cut = 1; cut < bytes.length; cut++) {
                try (Socket socket = connect(input)) {
                    socket.setTcpNoDelay(true);
                    socket.getOutputStream().write(bytes, 0, cut);
                    long before = one.counts().bytes.sum();
                    OneInput.await("the first part", () -> one.counts().bytes.sum() >= before);
                    socket.getOutputStream().write(bytes, cut, bytes.length - cut);
                    assertThat(answer(socket)).isEqualTo("ok 19");
                }
            }
        }
        assertThat(one.lines()).hasSize(2 * (bytes.length - 1));
        assertThat(one.counts().bytes.sum()).isEqualTo((long) bytes.length * (bytes.length - 1));
        assertThat(one.counts().rejectedConnections.snapshot()).isEmpty();
    }

    @Test
    void framesOfOneReadAreAnsweredInOrder() throws Exception {
        one.acknowledging();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            String body = i % 3 == 0 ? "" : ("cpu v=" + i + " " + i + "\n").repeat(i);
            all.write(frame(body));
            answers.add("ok " + body.length());
        }
        all.write(frame("bye"));
        try (FrameInput input = new FrameRig().openFor(one);
                Socket socket = connect(input)) {
            send(socket, all.toByteArray());
            for (String expected : answers) {
                assertThat(answer(socket)).isEqualTo(expected);
            }
            assertThat(answer(socket)).isEqualTo("ok 3");
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            assertThat(input.bodiesBytes()).isLessThan(1 << 20);
        }
        assertThat(one.counts().lines.sum()).isEqualTo(one.lines().size()).isEqualTo(13_267);
    }

    @Test
    void answersOnlyWhenTheLinesAreSafe() throws Exception {
        try (FrameInput input = new FrameRig().openFor(one);
                Socket socket = connect(input)) {
            send(socket, frame("cpu v=1 1"));
            OneInput.await("the line to be queued", () -> one.queue().waitingBytes() > 0);
            socket.setSoTimeout(100);
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            one.acknowledging();
            socket.setSoTimeout(FrameRig.DEADLINE_MILLIS);
            assertThat(answer(socket)).isEqualTo("ok 9");
        }
    }

    @Test
    void saysWhenLinesAreNotSafeInTime() throws Exception {
        try (FrameInput input = new FrameRig().timeout(Duration.ofMillis(100)).openFor(one);
                Socket socket = connect(input)) {
            send(socket, frame("cpu v=1 1"));
            assertThat(answer(socket)).contains("not known to be safe");
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            one.acknowledging(); // Else closing waits for it.
        }
        assertRejected("not-safe-in-time");
    }

    @Test
    void slowFramesEndButIdleConnectionsWait() throws Exception {
        one.acknowledging();
        try (FrameInput input = new FrameRig().timeout(Duration.ofSeconds(1)).openFor(one);
                Socket idle = connect(input);
                Socket slow = connect(input)) {
            byte[] bytes = frame("cpu v=1 1\n".repeat(5_000));
            assertThatThrownBy(() -> {
                        for (byte each : bytes) {
                            slow.getOutputStream().write(each);
                            slow.setSoTimeout(5);
                            readNothing(slow);
                        }
                    })
                    .isInstanceOf(IOException.class);
            assertRejected("too-slow");
            send(idle, frame("cpu v=2 2"));
            assertThat(answer(idle)).isEqualTo("ok 9");
        }
        assertThat(one.lines()).containsExactly("cpu v=2 2");
    }

    @Test
    void closesIdleConnections() throws Exception {
        one.acknowledging();
        try (FrameInput input =
                        new FrameRig().idleTimeout(Duration.ofSeconds(1)).openFor(one);
                Socket socket = connect(input)) {
            send(socket, frame("cpu v=1 1"));
            assertThat(answer(socket)).isEqualTo("ok 9");
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(one.counts().rejectedConnections.snapshot()).isEmpty();
    }

    @Test
    void refusesWhatIsTooLargeBeforeItArrives() throws Exception {
        one.acknowledging();
        for (int length : new int[] {FrameRig.MAX_BODY_BYTES + 1, Integer.MAX_VALUE, -1}) {
            try (FrameInput input = new FrameRig().openFor(one);
                    Socket socket = connect(input)) {
                send(socket, new byte[] {'X', (byte) (length >> 24), (byte) (length >> 16), (byte) (length >> 8)});
                send(socket, new byte[] {(byte) length});
                send(socket, new byte[10_000]); // The sender has not seen the answer yet.
                assertThat(answer(socket)).contains("at most 100000 bytes");
                assertThat(input.bodiesBytes()).isZero();
            }
        }
        assertThat(one.counts().rejectedConnections.snapshot()).isEqualTo(Map.of("frame-too-large", 3L));
    }

    @Test
    void takesTheLargestFrame() throws Exception {
        one.acknowledging();
        try (FrameInput input = new FrameRig().openFor(one);
                Socket socket = connect(input)) {
            send(socket, frame("cpu v=1 1\n".repeat(FrameRig.MAX_BODY_BYTES / 10)));
            assertThat(answer(socket)).isEqualTo("ok " + FrameRig.MAX_BODY_BYTES);
            OneInput.await("the memory to be free", () -> input.bodiesBytes() == 0);
        }
        assertThat(one.lines()).hasSize(FrameRig.MAX_BODY_BYTES / 10);
    }

    @Test
    void announcedLengthsTakeNoMemory() throws Exception {
        one.acknowledging();
        try (FrameInput input = new FrameRig().bodiesBytes(50_000).openFor(one);
                Socket first = connect(input);
                Socket second = connect(input)) {
            byte[] bytes = frame("x".repeat(60_000));
            first.getOutputStream().write(bytes, 0, 5);
            send(second, frame("cpu v=1 1"));
            assertThat(answer(second)).isEqualTo("ok 9");
            first.getOutputStream().write(bytes, 5, bytes.length - 5);
            assertThat(answer(first)).contains("nothing was accepted");
            assertRejected("no-room");
        }
        assertThat(one.lines()).containsExactly("cpu v=1 1");
    }

    @Test
    void refusesFramesWhileThereIsNoRoom() throws Exception {
        try (OneInput narrow = new OneInput("frames", 1_000_000);
                FrameInput input = new FrameRig().openFor(narrow)) {
            List<Socket> sockets = new ArrayList<>();
            while (narrow.queue().hasRoom()) {
                Socket socket = connect(input);
                sockets.add(socket);
                long before = narrow.queue().waitingBytes();
                send(socket, frame("cpu v=1 1\n".repeat(10_000)));
                OneInput.await("its lines", () -> narrow.queue().waitingBytes() >= before + 100_000);
            }
            try (Socket socket = connect(input)) {
                send(socket, frame("cpu v=2 2"));
                assertThat(answer(socket)).contains("nothing was accepted");
            }
            narrow.acknowledging();
            for (Socket socket : sockets) {
                assertThat(answer(socket)).isEqualTo("ok 100000");
                socket.close();
            }
            assertThat(narrow.lines()).doesNotContain("cpu v=2 2");
            assertThat(narrow.counts().rejectedConnections.snapshot()).isEqualTo(Map.of("no-room", 1L));
        }
    }

    @Test
    void closesConnectionsOfAnotherProtocol() throws Exception {
        try (FrameInput input = new FrameRig().openFor(one);
                Socket socket = connect(input)) {
            send(socket, "GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8));
            assertThatThrownBy(() -> answer(socket)).isInstanceOfAny(EOFException.class, IOException.class);
        }
        assertRejected("wrong-head");
    }

    @Test
    void countsFramesThatTheEndCutsOff() throws Exception {
        try (FrameInput input = new FrameRig().openFor(one)) {
            try (Socket socket = connect(input)) {
                socket.getOutputStream().write(frame("cpu v=1 1"), 0, 8);
            }
            OneInput.await("the end", () -> one.counts().rejectedConnections.total() == 1);
            assertThat(input.bodiesBytes()).isZero();
        }
        assertRejected("incomplete-frame");
        assertThat(one.lines()).isEmpty();
    }

    /** The O2 library's backend closed its connection without reading the answer. */
    @Test
    void takesAFrameWhoseSenderIsGone() throws Exception {
        try (FrameInput input = new FrameRig().openFor(one)) {
            try (Socket socket = connect(input)) {
                send(socket, frame("cpu v=1 1"));
            }
            one.await(1);
        }
        assertThat(one.lines()).containsExactly("cpu v=1 1");
    }

    @Test
    void keepsOutSendersThatAreNotAllowed() throws Exception {
        try (OneInput strict = new OneInput("frames", allowing("10.0.0.0/8"));
                FrameInput input = new FrameRig().openFor(strict);
                Socket socket = connect(input)) {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            assertThat(strict.counts().rejectedConnections.snapshot()).isEqualTo(Map.of("source-not-allowed", 1L));
        }
    }

    @Test
    void refusesSendersBeyondTheirBudget() throws Exception {
        LimitSettings none = LimitSettings.NONE;
        LimitSettings limits = new LimitSettings(
                none.allowed(),
                none.sources(),
                new LineBudget(1, 2),
                none.seriesOfSource(),
                none.seriesOfMeasurement(),
                none.lines());
        try (OneInput strict = new OneInput("frames", limits).acknowledging();
                FrameInput input = new FrameRig().openFor(strict);
                Socket socket = connect(input)) {
            send(socket, frame("cpu v=1 1\n".repeat(100)));
            assertThat(answer(socket)).isEqualTo("ok 1000");
            send(socket, frame("cpu v=2 2\n"));
            assertThat(answer(socket)).contains("exceeds its limit");
        }
    }

    @Test
    void takesFramesOverTls(@TempDir Path folder) throws Exception {
        one.acknowledging();
        Identity server = new Identity(folder, "server");
        TlsFiles files = new TlsFiles(server.certificate(), server.key(), Optional.empty());
        try (FrameInput input = new FrameRig().tls(files).openFor(one)) {
            assertThat(input.listens()).contains("/tcp tls");
            try (SSLSocket socket = (SSLSocket) server.trusted()
                    .getSocketFactory()
                    .createSocket("127.0.0.1", input.port().orElseThrow())) {
                socket.setSoTimeout(FrameRig.DEADLINE_MILLIS);
                send(socket, frame("cpu v=1 1\n".repeat(9_000)));
                assertThat(answer(socket)).isEqualTo("ok 90000");
            }
            try (Socket plain = connect(input)) {
                send(plain, frame("cpu v=1 1"));
                assertThatThrownBy(() -> answer(plain)).isInstanceOf(IOException.class);
            }
        }
        assertThat(one.lines()).hasSize(9_000);
        assertRejected("broken-tls");
    }

    private void assertRejected(String reason) {
        OneInput.await(reason, () -> one.counts().rejectedConnections.total() > 0);
        assertThat(one.counts().rejectedConnections.snapshot()).isEqualTo(Map.of(reason, 1L));
    }

    private static LimitSettings allowing(String range) {
        LimitSettings none = LimitSettings.NONE;
        return new LimitSettings(
                List.of(AddressRange.parse(range)),
                none.sources(),
                none.linesOfSource(),
                none.seriesOfSource(),
                none.seriesOfMeasurement(),
                none.lines());
    }

    private static void readNothing(Socket socket) throws IOException {
        try {
            if (socket.getInputStream().read() < 0) {
                throw new EOFException("closed");
            }
        } catch (SocketTimeoutException e) {
            // As expected while the connection is open.
        }
    }
}
