package io.weir.processing.series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.processing.batch.Metrics;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FieldNamesTest {

    private final FieldNames shared = new FieldNames(new FieldTable(key -> FieldRules.PASS));

    /** The names known to a series, and a list of them as oracle. */
    private final class Fields {

        private final List<String> oracle = new ArrayList<>();
        private FieldNames names = shared;
        private int known;

        private int number(String name, int hint) {
            byte[] bytes = ("," + name + "=").getBytes(UTF_8);
            int number = names.number(bytes, 1, bytes.length - 1, hint, known);
            if (number != Metrics.UNNUMBERED) {
                return number;
            }
            names = names.with(known, bytes, 1, bytes.length - 1);
            return known++;
        }

        void come(String name, int hint, String when) {
            if (!oracle.contains(name)) {
                oracle.add(name);
            }
            assertThat(number(name, hint)).as(when).isEqualTo(oracle.indexOf(name));
        }

        List<String> keys() {
            List<String> keys = new ArrayList<>();
            for (int number = 0; number < known; number++) {
                keys.add(new String(names.key(number), UTF_8));
            }
            return keys;
        }
    }

    @Test
    void numbersFieldsInOrderOfArrival() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        List<Fields> series = Stream.generate(Fields::new).limit(40).toList();
        for (int i = 0; i < 40_000; i++) {
            // Many series have the same few fields in the same order, some in another order, some
            // have many fields.
            int one = random.nextInt(series.size());
            int next = one < 20 ? series.get(one).known : random.nextInt(10);
            String name = "field" + (one < 35 && next < 12 ? next : random.nextInt(1 + i / 40));
            series.get(one).come(name, random.nextInt(10), "seed " + seed + ", series " + one + ", " + name);
        }

        assertThat(series).allSatisfy(each -> assertThat(each.keys()).isEqualTo(each.oracle));
    }

    @Test
    void areSharedBySeriesWithTheSameOrder() {
        Fields one = fields("a", "b", "c");
        Fields other = fields("a", "b");
        Fields backwards = fields("b", "a");
        Fields alsoBackwards = fields("b", "a", "c");

        assertThat(other.names).isSameAs(one.names);
        assertThat(backwards.names).isNotSameAs(one.names).isSameAs(alsoBackwards.names);
    }

    @Test
    void aSeriesHasOnlyItsOwnFields() throws IOException {
        fields("a", "b", "c");
        Fields other = fields("a", "c");

        assertThat(other.keys()).containsExactly("a", "c");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        other.names.write(other.known, new DataOutputStream(bytes));
        assertThat(bytes.toByteArray())
                .isEqualTo(ByteBuffer.allocate(14)
                        .putInt(2)
                        .putInt(1)
                        .put((byte) 'a')
                        .putInt(1)
                        .put((byte) 'c')
                        .array());
    }

    private Fields fields(String... names) {
        Fields fields = new Fields();
        for (int i = 0; i < names.length; i++) {
            fields.come(names[i], i, "");
        }
        return fields;
    }
}
