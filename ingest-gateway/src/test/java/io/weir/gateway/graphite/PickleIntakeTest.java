package io.weir.gateway.graphite;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.service.PortMistake;
import io.weir.gateway.fuzz.InputFuzz;
import io.weir.gateway.intake.DatagramIntake;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.net.FrameSettings;
import io.weir.gateway.net.StreamSettings;
import io.weir.gateway.path.Templates;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.testing.InputPage;
import io.weir.gateway.testing.OpenedInput;
import io.weir.gateway.testing.Python;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PickleIntakeTest {
    /** A pickle of protocol 2, as pickletools shows it: [("a.b", (1790000000, 1.5))]. */
    private static final String WHOLE =
            "\u0080\2]q\0X\3\0\0\0a.bq\1J\u0080;\u00b1jG?\u00f8\0\0\0\0\0\0\u0086q\2\u0086q\3a.";

    /** What makes no element: protocol, frame, memo. */
    private static final String BESIDES = "(?:\\x80[\\x00-\\x05]|\\x95.{8}|\\x94|p\\d+\\n|q.|r.{4})*";

    private static final Pattern EMPTY_LIST =
            Pattern.compile("%1$s(?:\\(%1$sl|\\])(?:%1$s\\(%1$se)*%1$s\\.".formatted(BESIDES), Pattern.DOTALL);

    private static final String LINE = "a_b value=1.5 1790000000000000000";

    private final Intake intake = new Intake();
    private final PickleIntake pickles = new PickleIntake(intake.lines, Templates.of(List.of()));

    /** Python's own pickles, over a connection for all protocols. */
    @Test
    @Timeout(60)
    void whatPythonWritesArrivesInEveryProtocol() throws Exception {
        Python.require("pickle", "python3");
        try (OpenedInput input = OpenedInput.open("graphite-pickle: {enabled: true, host: 127.0.0.1, port: 0}")) {
            Python.run(String.join(
                    "\n",
                    "import pickle, socket, struct",
                    "socket = socket.create_connection(('127.0.0.1', " + input.port() + "))",
                    "for protocol in range(6):",
                    "  metrics = [('p%d.m%d' % (protocol, i), (1790000000 + i, float(i))) for i in range(2500)]",
                    "  metrics += [('p%d.int' % protocol, (1790000000.25, -7)),",
                    "      ('p%d.same' % protocol, (1, 2**40)), ('p%d.same' % protocol, (2, True)),",
                    "      ('p%d.text;host=\u00fc' % protocol, ('3', '-1e-3')), ('p%d.now' % protocol, (-1, 0))]",
                    "  payload = pickle.dumps(metrics, protocol=protocol)",
                    "  socket.sendall(struct.pack('!L', len(payload)) + payload)"));
            input.await(6 * 2505);
            for (int protocol = 0; protocol < 6; protocol++) {
                String p = "p" + protocol;
                assertThat(input.lines())
                        .contains(
                                // Protocol 0 writes numbers as Python shows them.
                                p + "_m0 value=" + (protocol == 0 ? "0.0" : "0") + " 1790000000000000000",
                                p + "_m2499 value=" + (protocol == 0 ? "2499.0" : "2499") + " 1790002499000000000",
                                p + "_int value=-7 1790000000250000000",
                                p + "_same value=1099511627776 1000000000",
                                p + "_same value=" + (protocol < 2 ? "01" : "1") + " 2000000000");
                assertThat(input.has(p + "_now value=0 [0-9]{19}")).isTrue();
                // Protocol 0 writes this character in Latin-1.
                assertThat(input.lines().contains(p + "_text,host=\u00fc value=-1e-3 3000000000"))
                        .isEqualTo(protocol > 0);
            }
            assertThat(input.counts().rejected.snapshot()).isEqualTo(Map.of("graphite-bad-path", 1L));
        }
    }

    @Test
    @Timeout(60)
    void theExampleOfThePageArrives() throws Exception {
        Python.require("pickle", "python3");
        try (OpenedInput input = OpenedInput.open("graphite-pickle: {enabled: true, host: 127.0.0.1, port: 0}")) {
            Python.run("import pickle, socket, struct\nsocket = socket.create_connection(('127.0.0.1', " + input.port()
                    + "))\n" + new InputPage("graphite").block("python", "pickle.dumps"));
            input.await(1);
            assertThat(input.lines()).containsExactly("servers_flp17_cpu_idle_percent value=93.5 1790000000000000000");
        }
    }

    @Test
    void readsPicklesOfPython2And3() {
        assertThat(lines(WHOLE)).containsExactly(LINE);
        // Python 2 numbers its memo from 1 on.
        assertThat(lines("(lp1\n(S'a.b'\np2\n(I1790000000\nF1.5\ntp3\ntp4\na.")).containsExactly(LINE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "a call|cos\\nsystem\\n(S'true'\\ntR.|graphite-broken-pickle=1|0",
                "a call behind a metric|(lp0\\n(S'a.b'\\n(I1\\nI2\\ntta(cos\\nsystem\\n.|graphite-broken-pickle=1|1",
                "a number instead of a pair|(lp0\\n(S'a'\\nI1\\ntaI5\\na(S'b'\\n(I1\\nI2\\ntta.|graphite-not-a-metric=2|1",
                "a protocol of the future|\\200\\6](X\\3\\0\\0\\0a.bK\\1K\\2\\206\\206e.|graphite-broken-pickle=1|0",
                "a dictionary|(dp0\\n.|graphite-broken-pickle=1|0",
                "no end|(lp0\\n(S'a'\\n(I1\\nI2\\ntta|graphite-broken-pickle=1|1",
                "more behind the end|(lp0\\n(S'a'\\n(I1\\nI2\\ntta..|graphite-broken-pickle=1|1",
                "an escape|(lp0\\n(S'a\\\\x62'\\n(I1\\nI2\\ntta.|graphite-broken-pickle=1|0",
                "a memo of another|(lg7\\na.|graphite-broken-pickle=1|0",
                "a memo with a gap|(lp9999999999\\n.|graphite-broken-pickle=1|0",
                "a length beyond the end|T\u00ff\u00ff\u00ff\u00ffa.|graphite-broken-pickle=1|0",
                "nothing to combine|\u0086.|graphite-broken-pickle=1|0",
                "no number|(lp0\\n(S'a'\\n(I1\\nS'x'\\ntta.|invalid-number=1|0",
                "no path|(lp0\\n(S''\\n(I1\\nI2\\ntta.|graphite-bad-path=1|0",
                "no time|(lp0\\n(S'a'\\n(S'x'\\nI2\\ntta.|invalid-timestamp=1|0",
                "far|(lp0\\n(S'a'\\n(L99999999999L\\nI2\\ntta.|timestamp-out-of-range=1|0",
                "none|(lp0\\n(S'a'\\n(I1\\nNtta.|graphite-not-a-metric=1|0",
            })
    void whatIsWrongIsRefused(String what, String pickle, String refusals, int lines) {
        assertThat(lines(pickle.translateEscapes())).as(what).hasSize(lines);
        assertThat(intake.counts.rejected.snapshot().entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue()))
                .as(what)
                .containsExactly(refusals);
    }

    @Test
    void pairsAndMetricsMayBeLists() {
        assertThat(lines("](](X\3\0\0\0a.b](J\u0080;\u00b1jG?\u00f8\0\0\0\0\0\0eee."))
                .containsExactly(LINE);
        assertThat(lines("((S'a.b'\n(I1790000000\nF1.5\nll(S'c'\n(I1\nI2\nlll."))
                .containsExactly(LINE, "c value=2 1000000000");
    }

    /** Without a limit, such a pickle occupies the thread for hours, or a few bytes fill the queue. */
    @ParameterizedTest
    @CsvSource({"path, 20000, graphite-bad-path", "number, 20000, invalid-number", "line, 8000, graphite-repeats"})
    @Timeout(60)
    void aPickleThatRepeatsALongTextEnds(String what, int bytes, String reason) {
        String text = (what.equals("number") ? "1" : "a").repeat(bytes);
        StringBuilder pickle = new StringBuilder("(lp0\n(S'").append(text).append("'\np1\n(I1\nI2\ntta");
        for (int i = 0; i < 20_000; i++) {
            pickle.append(what.equals("number") ? "(S'p'\n(I1\ng1\ntta" : "(g1\n(I1\nI2\ntta");
        }
        lines(pickle.append('.').toString());
        assertThat(intake.counts.rejected.snapshot()).containsKey(reason);
    }

    @Test
    void framesOfASenderThatHasGoneStillWait() throws Exception {
        InputSettings settings = settings();
        byte[] frame = frame();
        int frames = 0;
        try (OneInput one = new OneInput("graphite-pickle", 8 << 10);
                Input input = settings.open(one)) {
            try (Socket socket =
                    new Socket(InetAddress.getLoopbackAddress(), input.port().orElseThrow())) {
                while (one.queue().hasRoom()) {
                    socket.getOutputStream().write(frame);
                    int sent = ++frames;
                    OneInput.await("it", () -> one.counts().bytes.sum() == (long) sent * frame.length);
                }
                for (int i = 0; i < 19; i++, frames++) {
                    socket.getOutputStream().write(frame);
                }
            }
            one.acknowledging();
            one.await(frames);
            assertThat(one.counts().rejectedConnections.snapshot()).isEmpty();
        }
    }

    @Test
    void aSenderWaitsWhileKafkaHasNoRoom() throws Exception {
        InputSettings settings = settings();
        try (OneInput one = new OneInput("graphite-pickle", 8 << 10);
                Input input = settings.open(one);
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), input.port().orElseThrow());
                Socket other = new Socket(
                        InetAddress.getLoopbackAddress(), input.port().orElseThrow())) {
            byte[] frame = frame();
            int frames = 0;
            while (one.queue().hasRoom()) {
                socket.getOutputStream().write(frame);
                int sent = ++frames;
                OneInput.await("it", () -> one.counts().bytes.sum() == (long) sent * frame.length);
            }
            long waiting = one.queue().waitingBytes();
            for (int i = 0; i < 19; i++) {
                socket.getOutputStream().write(frame);
            }
            long before = one.counts().bytes.sum();
            other.getOutputStream().write(frame);
            OneInput.await("the other sender", () -> one.counts().bytes.sum() > before);
            assertThat(one.queue().waitingBytes()).isLessThan(waiting + 10L * frame.length);
            one.acknowledging();
            one.await(frames + 20);
            assertThat(one.counts().rejectedConnections.snapshot()).isEmpty();
        }
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyPickleArrivesOrIsCounted() {
        List<byte[]> valid = List.of(
                WHOLE.getBytes(ISO_8859_1),
                "(lp0\n(S'a.b'\np1\n(I1790000000\nF1.5\ntp2\ntp3\na(g1\ng2\ntp4\na.".getBytes(ISO_8859_1));
        new InputFuzz(
                        each -> new Frames(each.lines, new PickleIntake(each.lines, Templates.of(List.of()))),
                        WHOLE.getBytes(ISO_8859_1),
                        text -> text.isEmpty() || EMPTY_LIST.matcher(text).matches())
                .run(valid);
    }

    private static InputSettings settings() {
        return new GraphitePickleSettings(
                "graphite-pickle",
                new FrameSettings(
                        new StreamSettings(
                                "127.0.0.1",
                                0,
                                1,
                                10,
                                10,
                                Optional.empty(),
                                new PortMistake("tcp", "pickles", "port", "host")),
                        1 << 20,
                        1 << 20,
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(1)),
                Templates.of(List.of()));
    }

    private static byte[] frame() {
        byte[] pickle = WHOLE.getBytes(ISO_8859_1);
        byte[] frame = new byte[4 + pickle.length];
        frame[3] = (byte) pickle.length;
        System.arraycopy(pickle, 0, frame, 4, pickle.length);
        return frame;
    }

    /** Each datagram is a frame. */
    private record Frames(LineIntake lines, PickleIntake pickles) implements DatagramIntake {
        @Override
        public void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
            if (lines.countDatagram(to - from)) {
                byte[] frame = Arrays.copyOfRange(bytes, from, to);
                pickles.frame(new byte[4], frame, frame.length, source, receivedNanos);
            }
        }
    }

    private List<String> lines(String pickle) {
        byte[] bytes = pickle.getBytes(ISO_8859_1);
        pickles.frame(new byte[4], bytes, bytes.length, Intake.SOURCE, Intake.NOW_NANOS);
        intake.lines.flush();
        return new ArrayList<>(Intake.lineTexts(intake.queued()));
    }
}
