package io.weir.contract.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Golden values from the reference implementation of XXH3 (in C): a change of the hash moves every
 * series to another partition.
 */
class SeriesHashTest {
    @Test
    void hashesAsEverBefore() {
        assertThat(hash("")).isEqualTo("2d06800538d394c2");
        assertThat(hash("cpu")).isEqualTo("ecaa9c725d358abe");
        assertThat(hash("cpu,host=a")).isEqualTo("af8947874077a8bf");
        assertThat(hash("cpu,detector=TPC,hostname=flp00017,rolename=flp")).isEqualTo("a613cde2d5e40662");
        assertThat(hash("x".repeat(300))).isEqualTo("a5d1b4607dc83554");
    }

    @Test
    void hashesTheRangeOnly() {
        byte[] bytes = "..cpu,host=a..".getBytes(UTF_8);
        byte[] series = "cpu,host=a".getBytes(UTF_8);
        assertThat(SeriesHash.of(bytes, 2, bytes.length - 2)).isEqualTo(SeriesHash.of(series, 0, series.length));
    }

    @Test
    void placesHashesAsUnsignedNumbers() {
        assertThat(SeriesHash.partition(-1L, 8)).isEqualTo(7);
        assertThat(SeriesHash.partition(-1L, 10)).isEqualTo(5); // 18446744073709551615 mod 10
        assertThat(SeriesHash.partition(42L, 8)).isEqualTo(2);
        assertThat(SeriesHash.partition(Long.MIN_VALUE, 1)).isZero();
    }

    private static String hash(String series) {
        byte[] bytes = series.getBytes(UTF_8);
        return Long.toHexString(SeriesHash.of(bytes, 0, bytes.length));
    }
}
