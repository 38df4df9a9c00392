package io.weir.gateway.intake.spelling;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.line.LineReader;
import io.weir.gateway.fuzz.Damage;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineTextTest {
    private static final int NUMBERS = 200_000;

    private final LineText text = new LineText(16);
    private final LineReader reader = new LineReader();
    private final Random random = new Random(Damage.seed());

    @Test
    void everyFiniteNumberIsReadAsItself() {
        for (int i = 0; i < NUMBERS; i++) {
            double value = anyNumber(i);
            if (Double.isFinite(value) && read(value) != value) {
                throw new AssertionError(value + " was written as " + written());
            }
        }
    }

    /** The sum of two lengths exceeds 32 bits. */
    @Test
    void aTextBeyondTwoGibibytesFailsWithAMessage() {
        assertThat(LineText.capacityFor(1_700_000_000L, 1_500_000_000)).isEqualTo(Integer.MAX_VALUE - 8);
        assertThat(LineText.capacityFor(100, 64)).isEqualTo(128);
        assertThatThrownBy(() -> LineText.capacityFor(1L << 31, 1_500_000_000))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a text of line protocol exceeds");
    }

    @Test
    void clearReleasesTheMemoryOfALongText() {
        text.put(new byte[300_000]);
        text.clear();
        assertThat(text.bytes()).hasSize(16);
        text.put(new byte[200_000]);
        byte[] kept = text.bytes();
        text.clear();
        assertThat(text.bytes()).isSameAs(kept);
    }

    @Test
    void readsA32BitNumberWithoutFurtherDigits() {
        for (int i = 0; i < NUMBERS; i++) {
            float value = i % 2 == 0 ? Float.intBitsToFloat(random.nextInt()) : random.nextInt(2_000_000) / 1e3f;
            if (!Float.isFinite(value)) {
                continue;
            }
            text.truncate(0);
            text.number(value);
            int digits = digits(written());
            if (Float.parseFloat(written()) != value || (digits > 9 && Math.abs(value) < 1e9)) {
                throw new AssertionError(value + " was written as " + written());
            }
        }
    }

    private static int digits(String number) {
        return number.replaceFirst("E.*", "")
                .replaceAll("[-.]", "")
                .replaceFirst("^0+", "")
                .length();
    }

    private double anyNumber(int i) {
        return switch (i % 4) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> random.nextLong() / Math.pow(10, random.nextInt(20));
            case 2 -> Math.nextUp(random.nextInt(2_000_000) / 1e6 - 1);
            default -> random.nextInt() / Math.pow(10, random.nextInt(9));
        };
    }

    private double read(double value) {
        text.truncate(0);
        text.put("m v=".getBytes(US_ASCII));
        text.number(value);
        reader.wrap(text.bytes(), 0, text.length());
        assertThat(reader.next()).isTrue();
        return reader.doubleValue(0);
    }

    @Test
    void unsignedNumbersHaveAllTheirDigits() {
        for (int i = 0; i < NUMBERS; i++) {
            long bits = random.nextLong();
            text.truncate(0);
            text.unsigned(bits);
            if (!written().equals(Long.toUnsignedString(bits))) {
                throw new AssertionError(Long.toUnsignedString(bits) + " was written as " + written());
            }
        }
    }

    private String written() {
        return new String(text.bytes(), 0, text.length(), US_ASCII);
    }
}
