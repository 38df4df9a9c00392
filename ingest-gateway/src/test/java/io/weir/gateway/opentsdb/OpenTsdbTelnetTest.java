package io.weir.gateway.opentsdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.OneInput;
import io.weir.gateway.testing.OpenedInput;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;

/** The input for OpenTSDB's telnet protocol as opened from its settings. */
class OpenTsdbTelnetTest {
    private static final int DEADLINE_MILLIS = 30_000;

    /** tcollector checks its connection by "version", and takes no reply as a dead server. */
    @Test
    void talksToTcollector() throws Exception {
        try (OpenedInput input = OpenedInput.open("opentsdb: {enabled: true, host: 127.0.0.1, port: 0}");
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), input.port())) {
            socket.setSoTimeout(DEADLINE_MILLIS);
            BufferedReader replies = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            send(socket, "version\n");
            assertThat(replies.readLine()).startsWith("net.opentsdb ");
            send(socket, """
                    put tcollector.reader.lines_collected 1790000000 0  host=flp1
                    put proc.loadavg.1min 1790000000 0.25 host=flp1
                    put bad 1790000000 x host=flp1
                    exit
                    """);
            assertThat(replies.readLine()).isEqualTo("put: invalid-number: put bad 1790000000 x host=flp1");
            assertThat(replies.readLine()).as("after exit").isNull();
            OneInput.await("the points", () -> input.lines().size() == 2);
            assertThat(input.lines())
                    .containsExactlyInAnyOrder(
                            "tcollector_reader_lines_collected,host=flp1 value=0 1790000000000000000",
                            "proc_loadavg_1min,host=flp1 value=0.25 1790000000000000000");
            assertThat(input.counts().warnings.total()).isZero();
        }
    }

    private static void send(Socket socket, String text) throws Exception {
        socket.getOutputStream().write(text.getBytes(UTF_8));
    }
}
