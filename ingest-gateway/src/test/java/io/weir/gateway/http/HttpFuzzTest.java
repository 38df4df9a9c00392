package io.weir.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.fuzz.Damage;
import io.weir.gateway.intake.OneInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Damaged requests, each on its own connection: all end, and valid requests are served meanwhile.
 */
class HttpFuzzTest {
    /** A connection costs a hundred times as much as a datagram. */
    private static final int INPUTS = Math.max(1, Damage.inputs() / 50);

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyDamagedRequestComesToAnEndAndHarmsNoOther() throws Exception {
        Damage damage = new Damage(Damage.seed(), valid());
        OneInput input = new OneInput("http").acknowledging();
        int served = 0;
        try (HttpInput http =
                        new HttpInputRig().requestTimeout(Duration.ofSeconds(5)).openFor(input);
                RawClient good = new RawClient(http)) {
            for (int i = 0; i < INPUTS; i++) {
                try (RawClient damaged = new RawClient(http)) {
                    sendAll(damaged, damage.next());
                    assertThat(damaged.isClosedByServer()).isTrue();
                }
                assertThat(good.ask("POST", "/write", "good v=1 " + i).status()).isEqualTo(204);
                served++;
            }
        }
        input.close();
        assertThat(served).isEqualTo(INPUTS);
        assertThat(input.lines()).contains("good v=1 0", "good v=1 " + (INPUTS - 1));
        long lines = input.counts().lines.sum();
        assertThat(input.lines().size() + input.counts().rejected.total()).isEqualTo(lines);
        assertThat(input.counts().rejectedConnections.total()).isPositive();
    }

    private static void sendAll(RawClient client, byte[] request) {
        try {
            client.send(new String(request, ISO_8859_1));
            client.stopSending();
        } catch (IOException e) {
            // It was rejected before its end.
        }
    }

    private static List<byte[]> valid() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        byte[] gzip = RawClient.gzip("cpu,host=a v=1 1\nmem v=2i 2\n".getBytes(ISO_8859_1));
        packed.write(
                ("POST /api/v2/write?precision=ms HTTP/1.1\r\nHost: w\r\nContent-Encoding: gzip\r\nContent-Length: "
                                + gzip.length + "\r\n\r\n")
                        .getBytes(ISO_8859_1));
        packed.write(gzip);
        return List.of(
                packed.toByteArray(),
                "POST /write?db=x&precision=s HTTP/1.1\r\nHost: w\r\nContent-Length: 9\r\n\r\ncpu v=1 1"
                        .getBytes(ISO_8859_1),
                "POST /write HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ncpu \r\n5\r\nv=1 1\r\n0\r\n\r\n"
                        .getBytes(ISO_8859_1),
                "POST /query HTTP/1.1\r\nContent-Length: 17\r\n\r\nq=SHOW+DATABASES ".getBytes(ISO_8859_1),
                "GET /ping HTTP/1.1\r\nHost: w\r\n\r\nGET /health HTTP/1.1\r\nHost: w\r\n\r\n".getBytes(ISO_8859_1));
    }
}
