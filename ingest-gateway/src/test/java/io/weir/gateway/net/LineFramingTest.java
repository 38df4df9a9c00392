package io.weir.gateway.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineFramingTest {
    private static final long SEED = Long.getLong("weir.test.seed", new Random().nextLong());
    private static final String LONG = "x".repeat(Framed.MAX_LINE_BYTES + 1);

    /** A ; represents a newline, a bar separates calls. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "a v=1;b v=2;        ~ a v=1;b v=2;",
                "a v=1;b v=          ~ a v=1;|b v=",
                ";;a v=1;            ~ ;;a v=1;",
                "a s=\"x\";b v=2;    ~ a s=\"x\";|b v=2;",
                "a s=\"x;y\";b v=2;  ~ a s=\"x;y\";|b v=2;",
                "a v=1;b s=\"x;y\",t=\"z;\" 7;  ~ a v=1;|b s=\"x;y\",t=\"z;\" 7;",
                "a s=\"x\\\";y\";b v=2;         ~ a s=\"x\\\";y\";|b v=2;",
                "a s=\"x\\\\\";b v=2;           ~ a s=\"x\\\\\";|b v=2;",
                "a s=\"x;b v=2;c v=3;           ~ a s=\"x;|b v=2;c v=3;",
                "a s=\"x;b s=\"y\";c v=3;       ~ a s=\"x;|b s=\"y\";|c v=3;",
                "a s=\"x\"y;b v=2;              ~ a s=\"x\"y;|b v=2;",
                "a s=\"x\"y,t=\"z;b v=2;        ~ a s=\"x\"y,t=\"z;|b v=2;",
                "a,t=\"x v=1;b v=2;             ~ a,t=\"x v=1;|b v=2;",
                "a,t=\"x\\ =\" v=1;b v=2;       ~ a,t=\"x\\ =\" v=1;|b v=2;",
                "a f\\=\"x=1;b v=2;             ~ a f\\=\"x=1;|b v=2;",
                "# s =\"x;b v=2;                ~ # s =\"x;|b v=2;",
                "\" =\";b v=2;                  ~ \" =\";|b v=2;",
                "a s=\"x                        ~ a s=\"x",
                "a s=\"x;y\"                    ~ a s=\"x;y\"",
                "a s=\"x;y\\                    ~ a s=\"x;|y\\",
            })
    void passesOnWholeLines(String stream, String calls) {
        Framed framed = new Framed();
        for (int i = 0; i < 2; i++) {
            framed.calls.clear();
            framed.read(stream.replace(';', '\n')).end();
            assertThat(framed.calls).containsExactly(calls.replace(';', '\n').split("\\|"));
        }
    }

    @Test
    void refusesALineThatIsTooLongOnceAndGoesOnBehindIt() {
        Framed framed = new Framed().read("a v=1\n" + LONG).read("more").read("\nb v=2\n");
        assertThat(framed.calls).containsExactly("a v=1\n", "!" + LONG.substring(1), "b v=2\n");
    }

    @Test
    void takesALineOfTheGreatestLength() {
        assertThat(new Framed().read(LONG.substring(1) + "\n").calls).containsExactly(LONG.substring(1) + "\n");
    }

    @Test
    void aLostQuoteCostsOnlyItsLine() {
        Framed framed = new Framed().read("a s=\"x\n").read("b v=1\n").read("c v=2\nd v=3\n");
        assertThat(framed.calls).isEmpty();
        assertThat(framed.framing().isHoldingBack()).isTrue();
        framed.read("e v=4\nf v=5\ng v=6\n");
        assertThat(framed.calls).containsExactly("a s=\"x\n", "b v=1\nc v=2\nd v=3\ne v=4\nf v=5\ng v=6\n");
    }

    @Test
    void emitsLinesHeldBackByALostQuote() {
        Framed framed = new Framed().read("a s=\"x\nb v=1\nc v");
        framed.release();
        framed.read("=2\n");
        assertThat(framed.calls).containsExactly("a s=\"x\n", "b v=1\n", "c v=2\n");
        assertThat(framed.framing().isHoldingBack()).isFalse();
    }

    @Test
    void findsTheSameLinesHoweverTheStreamWasCut() {
        Random random = new Random(SEED);
        for (int i = 0; i < 20_000; i++) {
            byte[] stream = stream(random);
            List<String> whole =
                    new Framed().read(stream, 0, stream.length).end().lines();
            Framed cut = new Framed();
            for (int from = 0; from < stream.length; ) {
                int to = Math.min(stream.length, from + 1 + random.nextInt(9));
                cut.read(stream, from, to);
                from = to;
            }
            assertThat(cut.end().lines())
                    .as("-Dweir.test.seed=%d, stream %d: %s", SEED, i, new String(stream, UTF_8))
                    .isEqualTo(whole);
        }
    }

    /**
     * Excludes lines that are too long and lost quotes, which a reader of the whole stream may
     * judge differently.
     */
    @Test
    void findsTheLinesThatAReaderOfTheWholeFinds() {
        Random random = new Random(SEED);
        int streams = 0;
        while (streams < 5_000) {
            byte[] stream = stream(random);
            List<String> framed =
                    new Framed().read(stream, 0, stream.length).end().lines();
            if (framed.stream().noneMatch(line -> line.startsWith("!"))
                    && read(stream).stream().noneMatch(line -> line.length() > Framed.MAX_LINE_BYTES)) {
                List<String> read = new ArrayList<>();
                framed.forEach(line -> read.addAll(read(line.getBytes(UTF_8))));
                assertThat(read)
                        .as("-Dweir.test.seed=%d, stream %d: %s", SEED, streams, new String(stream, UTF_8))
                        .isEqualTo(read(stream));
                streams++;
            }
        }
    }

    private static List<String> read(byte[] bytes) {
        LineReader reader = new LineReader();
        List<String> lines = new ArrayList<>();
        reader.wrap(bytes, 0, bytes.length);
        while (reader.next()) {
            int length = reader.lineEnd() - reader.lineStart();
            String verdict = reader.error() == LineError.NONE ? "good " : "refused ";
            lines.add(verdict + new String(bytes, reader.lineStart(), length, UTF_8));
        }
        return lines;
    }

    /** Pieces that are relevant for framing, in any order. */
    private static byte[] stream(Random random) {
        String[] pieces = {
            "a v=1\n",
            "a s=\"",
            "\"",
            "\n",
            "\r\n",
            "\\",
            " ",
            "=",
            "=\"",
            ",",
            "#",
            "x",
            "b,t=u f=\"g\" 1\n",
            "\\\"",
            "12345678"
        };
        StringBuilder stream = new StringBuilder();
        for (int i = random.nextInt(30); i >= 0; i--) {
            stream.append(pieces[random.nextInt(pieces.length)]);
        }
        return stream.toString().getBytes(UTF_8);
    }
}
