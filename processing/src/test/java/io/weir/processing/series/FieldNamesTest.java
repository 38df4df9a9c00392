package io.weir.processing.series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FieldNamesTest {

    private FieldNames names = new FieldNames();

    @Test
    void numbersFieldsInTheOrderInWhichTheyComeWhateverTheHint() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> oracle = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            String name = "field" + random.nextInt(1 + i / 20);
            if (!oracle.contains(name)) {
                oracle.add(name);
            }
            assertThat(number(name, random.nextInt(10)))
                    .as("seed %d, %s", seed, name)
                    .isEqualTo(oracle.indexOf(name));
            if (random.nextInt(1_000) == 0) {
                restart();
            }
        }
        assertThat(names.size()).isEqualTo(oracle.size());
    }

    @Test
    void remembersNoMoreThanItMay() {
        for (int i = 0; i < FieldNames.MOST; i++) {
            assertThat(number("f" + i, i)).isEqualTo(i);
        }

        assertThat(number("one-more", FieldNames.MOST)).isEqualTo(FieldNames.UNNUMBERED);
        assertThat(number("f4095", 0)).isEqualTo(FieldNames.MOST - 1);
    }

    private int number(String name, int hint) {
        byte[] bytes = ("," + name + "=").getBytes(UTF_8);
        return names.number(bytes, 1, bytes.length - 1, hint);
    }

    private void restart() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        names.write(new DataOutputStream(bytes));
        names = new FieldNames();
        names.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    }
}
