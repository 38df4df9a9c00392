package io.weir.writer.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberLinesTest {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
                    m,h=a t="x" 1          | m,h=a,t=x t_info=1 1
                    m t="a b=c,d" 1        | m,t=a\\ b\\=c\\,d t_info=1 1
                    m t="say \\"hi\\"" 1   | m,t=say\\ "hi" t_info=1 1
                    m t="C:\\\\dir" 1      | m,t=C:\\dir t_info=1 1
                    m a\\ b="x",c="y" 1    | m,a\\ b=x a\\ b_info=1 1;m,c=y c_info=1 1
                    """)
    void textBecomesALabel(String line, String expected) {
        NumberLines lines = new NumberLines(Texts.INFO);
        assertThat(read(lines, line + "\n")).isEqualTo(expected.replace(";", "\n") + "\n");
        assertThat(lines.skipped()).isZero();
    }

    @Test
    void textThatCannotBeALabelIsSkipped() {
        NumberLines lines = new NumberLines(Texts.INFO);
        for (String text : List.of("", "two\nlines", "a\\\\", "a\\\\,b", "\\\\\\\\server", "a\rb", "x".repeat(1025))) {
            assertThat(read(lines, "m,h=a t=\"" + text + "\",v=1i 5\n"))
                    .as(text)
                    .isEqualTo("m,h=a v=1i 5\n");
            assertThat(lines.skipped()).as(text).isEqualTo(1);
        }
        assertThat(read(lines, "m,t=a t=\"b\" 5\n")).as("a tag has its name").isEmpty();
        assertThat(read(lines, "m t=\"" + "x".repeat(1024) + "\" 5\n")).hasSize(1024 + "m,t= t_info=1 5\n".length());
    }

    @Test
    void linesWithoutTextsAreNotCopied() {
        byte[] bytes = "skipped v=1 1\nm v=1,b=true 2\nn v=3u 3\n".getBytes(UTF_8);
        NumberLines lines = new NumberLines(Texts.SKIP);

        lines.read(bytes, 14, bytes.length);

        assertThat(lines.bytes()).isSameAs(bytes);
        assertThat(lines.from()).isEqualTo(14);
        assertThat(lines.to()).isEqualTo(bytes.length);
    }

    @Test
    void otherFieldsStay() {
        SplittableRandom random = new SplittableRandom(SEED);
        NumberLines lines = new NumberLines(Texts.SKIP);
        for (int round = 0; round < 500; round++) {
            StringBuilder sent = new StringBuilder();
            StringBuilder expected = new StringBuilder();
            int texts = 0;
            for (int line = random.nextInt(20); line > 0; line--) {
                String series = random.nextBoolean() ? "m,a=\"q\\ ,b=c\\,d" : "n\\ o";
                List<String> numbers = new ArrayList<>();
                List<String> all = new ArrayList<>();
                for (int field = 0; field <= random.nextInt(4); field++) {
                    boolean isText = random.nextBoolean();
                    String value = isText
                            ? List.of("\"x\"", "\"a b,c=d\ne 5\"", "\"\\\"\\\\\"")
                                    .get(random.nextInt(3))
                            : List.of("1.5", "-2i", "3u", "t", "1e3").get(random.nextInt(5));
                    all.add("f\\ " + field + "=" + value);
                    if (isText) {
                        texts++;
                    } else {
                        numbers.add(all.get(field));
                    }
                }
                sent.append(series + " " + String.join(",", all) + " -" + line + "\n");
                if (!numbers.isEmpty()) {
                    expected.append(series + " " + String.join(",", numbers) + " -" + line + "\n");
                }
            }

            assertThat(read(lines, sent.toString()))
                    .as("seed %s round %s", SEED, round)
                    .isEqualTo(expected.toString());
            assertThat(lines.skipped()).as("seed %s round %s", SEED, round).isEqualTo(texts);
        }
    }

    private static String read(NumberLines lines, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        lines.read(bytes, 0, bytes.length);
        return new String(lines.bytes(), lines.from(), lines.to() - lines.from(), UTF_8);
    }
}
