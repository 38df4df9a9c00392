package io.weir.gateway.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.weir.contract.service.PortMistake;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.Mapping;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.Replies;
import io.weir.gateway.intake.Words;
import io.weir.gateway.intake.count.ReasonCounts;
import io.weir.gateway.intake.stamp.StampUnit;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Replies to the senders of a TCP input. */
class RepliesTest {
    private static final int DEADLINE_MILLIS = 30_000;

    private final OneInput input = new OneInput("echo");

    @Test
    void everySenderGetsItsOwnReplies() throws Exception {
        try (TcpInput tcp = open()) {
            List<Socket> sockets = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                sockets.add(connect(tcp, 64 << 10));
            }
            for (int round = 0; round < 20; round++) {
                for (int i = 0; i < 10; i++) {
                    send(sockets.get(i), "m" + i + " v=" + round + " 1\n");
                }
            }
            for (int i = 0; i < 10; i++) {
                BufferedReader replies = reader(sockets.get(i));
                for (int round = 0; round < 20; round++) {
                    assertThat(replies.readLine()).isEqualTo("got m" + i + " v=" + round + " 1");
                }
                sockets.get(i).close();
            }
            input.await(200);
        }
        assertThat(input.counts().warnings.total()).isZero();
    }

    @Test
    void theMappingEndsAConnectionAfterItsReplies() throws Exception {
        try (TcpInput tcp = open();
                Socket socket = connect(tcp, 64 << 10)) {
            send(socket, "m v=1 1\nend\nm v=2 2\n");
            assertThat(reader(socket).lines()).containsExactly("got m v=1 1", "bye", "got m v=2 2");
            try (Socket next = connect(tcp, 64 << 10)) {
                send(next, "m v=3 3\n");
                assertThat(reader(next).readLine()).isEqualTo("got m v=3 3");
            }
            input.await(3);
        }
    }

    /** The gateway closes the connection, perhaps within a line. */
    @Test
    void anUnfinishedLineAfterTheEndIsRefused() throws Exception {
        try (TcpInput tcp = open();
                Socket socket = connect(tcp, 64 << 10)) {
            send(socket, "end\nm v=12");
            assertThat(reader(socket).lines()).containsExactly("bye");
            try (Socket next = connect(tcp, 64 << 10)) {
                send(next, "m v=3 3\n");
                assertThat(reader(next).readLine()).isEqualTo("got m v=3 3");
            }
        }
        assertThat(input.counts().lines.sum()).isEqualTo(2);
        assertThat(input.counts().rejected.of("unfinished-line")).isEqualTo(1);
    }

    @Test
    void aSenderThatDoesNotReadLosesOnlyReplies() throws Exception {
        int lines = 60_000;
        int length = "got m v=100000 1\n".length();
        try (TcpInput tcp = open();
                Socket socket = connect(tcp, 4 << 10)) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < lines; i++) {
                text.append("m v=").append(100_000 + i).append(" 1\n");
            }
            for (int times = 0; times < 10; times++) {
                send(socket, text.toString());
            }
            input.await(10 * lines);
            assertThat(input.counts().warnings.of("reply-dropped")).isPositive();
            socket.shutdownOutput();
            long replies = reader(socket)
                    .lines()
                    .peek(line -> assertThat(line).hasSize(length - 1))
                    .count();
            assertThat(replies + input.counts().warnings.total()).isEqualTo(10L * lines);
        }
    }

    @Test
    void repliesToOneReadAreBounded() {
        ReasonCounts warnings = new ReasonCounts();
        SenderReplies replies = new SenderReplies(warnings);
        EmbeddedChannel channel = new EmbeddedChannel();
        replies.begin(channel);
        for (int i = 0; i < 10; i++) {
            replies.send(new byte[1000], 0, 1000);
        }
        replies.flush();
        ByteBuf sent = channel.readOutbound();
        assertThat(sent.readableBytes()).isEqualTo(8000);
        sent.release();
        assertThat(warnings.of("reply-dropped")).isEqualTo(2);
    }

    @Test
    void aConnectionWithUnreadBytesGetsNoReplies() {
        ReasonCounts warnings = new ReasonCounts();
        SenderReplies replies = new SenderReplies(warnings);
        EmbeddedChannel full = new EmbeddedChannel();
        full.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        replies.begin(full);
        replies.send(new byte[1000], 0, 1000);
        replies.flush();
        assertThat(full.outboundMessages()).isEmpty();
        assertThat(warnings.of("reply-dropped")).isEqualTo(1);
        assertThat(full.isOpen()).isTrue();
    }

    private TcpInput open() {
        PortMistake mistake = new PortMistake("tcp", "lines", "tcp.port", "tcp.host");
        StreamSettings stream = new StreamSettings("127.0.0.1", 0, 1, 100, 100, Optional.empty(), mistake);
        return TcpInput.open(new TcpSettings(stream, 1000, Duration.ofHours(1), false), Echo::new, input);
    }

    private static Socket connect(TcpInput tcp, int receiveBuffer) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(receiveBuffer);
        socket.setSoTimeout(DEADLINE_MILLIS);
        socket.connect(new InetSocketAddress(
                InetAddress.getLoopbackAddress(), tcp.port().orElseThrow()));
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    }

    /** Repeats each line; ends the connection after the line {@code end}. */
    private record Echo(LineIntake lines, Replies replies) implements Mapping {
        @Override
        public void messages(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
            for (int at = from; at < to; ) {
                int end = Words.lineEnd(bytes, at, to);
                String line = new String(bytes, at, end - at, UTF_8);
                if (line.equals("end")) {
                    reply("bye\n");
                    replies.end();
                } else {
                    lines.lines(bytes, at, end, StampUnit.NS, source, receivedNanos, RefusalListener.NONE);
                    reply("got " + line + "\n");
                }
                at = end + 1;
            }
        }

        private void reply(String text) {
            byte[] bytes = text.getBytes(UTF_8);
            replies.send(bytes, 0, bytes.length);
        }
    }
}
