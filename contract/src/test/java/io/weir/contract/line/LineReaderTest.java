package io.weir.contract.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Cases that the tables do not cover. */
class LineReaderTest {
    private final LineReader reader = new LineReader();
    private final SeriesReader series = new SeriesReader();

    @Test
    void allocatesNothingPerLine() {
        byte[] lines = """
                cpu,detector=TPC,hostname=flp00017 value=12.34,n=42i,u=7u 1700000000000000000
                cpu,hostname=é state="a,b c=d",on=true,v=1e-5 1
                cpu v=x
                cpu s="lost
                """.repeat(500).getBytes(UTF_8);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = -1;
        double sum = 0;
        for (int i = 0; i < 200; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            sum += readAll(lines);
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(sum).isGreaterThan(0);
        assertThat(allocated).isZero();
    }

    @Test
    void readsTenThousandFields() {
        StringBuilder line = new StringBuilder("wide ");
        for (int i = 0; i < 10_000; i++) {
            line.append(i == 0 ? "" : ",")
                    .append("f")
                    .append(i)
                    .append('=')
                    .append(i)
                    .append('i');
        }
        wrap(line + " 5\nnext v=1");
        assertThat(reader.next()).isTrue();
        assertThat(reader.error()).isEqualTo(LineError.NONE);
        assertThat(reader.fieldCount()).isEqualTo(10_000);
        assertThat(reader.fieldKey(9_999)).isEqualTo("f9999");
        assertThat(reader.longValue(9_999)).isEqualTo(9_999);
        assertThat(reader.doubleValue(9_999)).isEqualTo(9_999.0);
        assertThat(reader.next()).isTrue();
        assertThat(reader.fieldCount()).isEqualTo(1);
    }

    @Test
    void refusesKeysThatStoresDoNotTake() {
        String host = "h".repeat(65_535 - 4 - "cpu,host=".length() - "v".length());
        wrap("cpu,host=" + host + " v=1\ncpu,host=" + host + "h v=2\ncpu,host=" + host + " v=1,w2=2\n");
        assertThat(reader.next()).isTrue();
        assertThat(reader.error()).isEqualTo(LineError.NONE);
        assertThat(reader.next()).isTrue();
        assertThat(reader.error()).isEqualTo(LineError.KEY_TOO_LONG);
        assertThat(reader.next()).isTrue();
        assertThat(reader.error()).isEqualTo(LineError.KEY_TOO_LONG);
        assertThat(reader.errorAt()).isEqualTo(reader.bytes().length - "w2=2\n".length());
        assertThat(reader.next()).isFalse();
    }

    @Test
    void convertsUnsignedNumbersToTheNearestDouble() {
        wrap("c a=18446744073709551615u,b=9223372036854775808u,c=9223372036854777857u,d=7u,e=-7i");
        assertThat(reader.next()).isTrue();
        assertThat(reader.doubleValue(0)).isEqualTo(Double.parseDouble("18446744073709551615"));
        assertThat(reader.doubleValue(1)).isEqualTo(Double.parseDouble("9223372036854775808"));
        assertThat(reader.doubleValue(2)).isEqualTo(Double.parseDouble("9223372036854777857"));
        assertThat(reader.doubleValue(3)).isEqualTo(7.0);
        assertThat(reader.doubleValue(4)).isEqualTo(-7.0);
    }

    @Test
    void convertsFloatsAsTheJdkDoes() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("LineReaderTest: repeat with -Dweir.test.seed=" + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 200_000; i++) {
            String number = number(random);
            double expected = Double.parseDouble(number);
            wrap("c v=" + number + " 1");
            assertThat(reader.next()).isTrue();
            if (Double.isInfinite(expected)) {
                assertThat(reader.error()).as(number).isEqualTo(LineError.NUMBER_OUT_OF_RANGE);
            } else {
                assertThat(reader.error()).as(number).isEqualTo(LineError.NONE);
                assertThat(Double.doubleToRawLongBits(reader.doubleValue(0)))
                        .as(number)
                        .isEqualTo(Double.doubleToRawLongBits(expected));
            }
        }
    }

    @Test
    void oneFieldEndsASeries() {
        wrap("""
                job,id=7 weir:end=true 5
                job,id=7 weir:end=T
                job,id=7 weir:en=true
                job,id=7 weir:ends=true
                job,id=7 weir:end=false
                job,id=7 value=1
                """);
        List<Boolean> ends = new ArrayList<>();
        while (reader.next()) {
            ends.add(reader.isEnd());
        }
        assertThat(ends).containsExactly(true, true, false, false, false, false);
    }

    @Test
    void aMarkerSaysThatAValueIsAChange() {
        wrap("""
                gauge value=5,weir:change=true 5
                gauge value=-5,weir:change=T
                gauge value=5,weir:change=false
                gauge value=5
                gauge value=5,weir:chang=true
                """);
        List<String> read = new ArrayList<>();
        while (reader.next()) {
            read.add(reader.fieldCount() + " " + reader.doubleValue(0) + " " + reader.isMarked() + " "
                    + reader.isChange());
        }
        assertThat(read)
                .containsExactly(
                        "1 5.0 true true",
                        "1 -5.0 true true",
                        "1 5.0 true false",
                        "1 5.0 false false",
                        "2 5.0 false false");
    }

    private static String number(Random random) {
        String sign = random.nextBoolean() ? "-" : "";
        return switch (random.nextInt(4)) {
            case 0 -> sign + random.nextInt(1_000_000) / 1e4;
            case 1 -> sign + digits(random, 1 + random.nextInt(25)) + "." + digits(random, random.nextInt(25));
            case 2 -> sign + "." + digits(random, 1 + random.nextInt(19)) + "e" + (random.nextInt(700) - 350);
            default -> sign + digits(random, 1 + random.nextInt(19)) + "E" + (random.nextInt(60) - 30);
        };
    }

    private static String digits(Random random, int count) {
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < count; i++) {
            digits.append((char) ('0' + random.nextInt(10)));
        }
        return digits.toString();
    }

    private double readAll(byte[] lines) {
        double sum = 0;
        reader.wrap(lines, 0, lines.length);
        while (reader.next()) {
            if (reader.error() == LineError.NONE
                    && series.read(lines, reader.seriesStart(), reader.seriesEnd()) == LineError.NONE) {
                sum += reader.doubleValue(reader.fieldCount() - 1) + reader.timestamp() + reader.seriesHash() % 2;
            }
        }
        return sum;
    }

    private void wrap(String lines) {
        byte[] bytes = lines.getBytes(UTF_8);
        reader.wrap(bytes, 0, bytes.length);
    }
}
