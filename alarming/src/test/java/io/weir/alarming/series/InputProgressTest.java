package io.weir.alarming.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class InputProgressTest {

    private final InputProgress progress = new InputProgress();

    @Test
    void eachPartOfEachRecordIsTakenOnce() {
        assertThat(progress.take(0, 0)).isTrue();
        assertThat(progress.take(0, 0)).isFalse();
        assertThat(progress.take(0, 1)).isTrue();
        assertThat(progress.take(7, 0)).isTrue();
        assertThat(progress.take(6, 9)).isFalse();
        assertThat(progress.take(7, 0)).isFalse();
    }

    @Test
    void whoDoesNotSayIsBelieved() {
        assertThat(progress.take(5, 0)).isTrue();
        assertThat(progress.take(-1, -1)).isTrue();
        assertThat(progress.take(-1, -1)).isTrue();
        assertThat(progress.take(5, 0)).isFalse();
    }

    @Test
    void survives() throws IOException {
        progress.take(5, 3);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        progress.write(new DataOutputStream(bytes));
        InputProgress restored = new InputProgress();
        restored.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

        assertThat(restored.take(5, 3)).isFalse();
        assertThat(restored.take(5, 4)).isTrue();
    }
}
