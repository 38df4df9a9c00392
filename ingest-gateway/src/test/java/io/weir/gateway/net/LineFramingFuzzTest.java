package io.weir.gateway.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.fuzz.Damage;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Damaged streams: no byte is lost or duplicated, and the division into reads does not change the
 * result.
 */
class LineFramingFuzzTest {
    private static final int MAX_STREAM_BYTES = 600;
    private static final List<byte[]> VALID = Stream.of(
                    "cpu,h=f17 v=97.31 179\n",
                    "mem,h=a s=\"all, well\" 17\nmem,h=b f=1i\n",
                    "n\\ in,h\\,n=a\\=b t=\"l\nf \\\" q\"\r\n# a c=\"\n\n")
            .map(text -> text.getBytes(UTF_8))
            .toList();

    @Test
    void aDamagedStreamIsFramedTheSameHoweverItIsCut() {
        long seed = Damage.seed();
        Damage damage = new Damage(seed, VALID);
        Random random = new Random(seed);
        int refused = 0;
        for (int i = 0; i < Damage.inputs(); i++) {
            byte[] stream = damage.next();
            int length = Math.min(stream.length, MAX_STREAM_BYTES);
            Framed whole = new Framed().read(stream, 0, length).end();
            Framed cut = new Framed();
            for (int from = 0; from < length; ) {
                int to = Math.min(length, from + 1 + random.nextInt(60));
                cut.read(stream, from, to);
                from = to;
            }
            assertThat(cut.end().lines()).as("input %d", i).isEqualTo(whole.lines());
            refused += whole.refused();
            if (whole.refused() == 0) {
                assertThat(String.join("", whole.calls)).isEqualTo(new String(stream, 0, length, UTF_8));
            }
        }
        assertThat(refused).isPositive();
    }
}
