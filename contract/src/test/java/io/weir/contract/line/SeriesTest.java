package io.weir.contract.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SeriesTest {
    @Test
    void sortsTagsByTheBytesOfTheirKeys() {
        assertThat(canonical("cpu,b=1,a=2,ab=3,B=4")).isEqualTo("cpu,B=4,a=2,ab=3,b=1");
        assertThat(canonical("cpu,a\\ b=1,a!b=2")).isEqualTo("cpu,a!b=2,a\\ b=1");
        assertThat(canonical("cpu,é=1,z=2,😀=3,\uE000=4")).isEqualTo("cpu,z=2,é=1,\uE000=4,😀=3");
        assertThat(canonical("cpu")).isEqualTo("cpu");
    }

    @Test
    void findsDuplicatesAmongThousandsOfTags() {
        StringBuilder series = new StringBuilder("cpu");
        for (int i = 10_000; i > 0; i--) {
            series.append(",t").append(i).append("=v");
        }
        byte[] distinct = series.toString().getBytes(UTF_8);
        byte[] twice = (series + ",t5000=w").getBytes(UTF_8);
        SeriesReader reader = new SeriesReader();
        assertThat(reader.read(distinct, 0, distinct.length)).isEqualTo(LineError.NONE);
        assertThat(reader.tagCount()).isEqualTo(10_000);
        assertThat(reader.read(twice, 0, twice.length)).isEqualTo(LineError.DUPLICATE_TAG);
        assertThat(reader.errorAt()).isEqualTo(twice.length - "t5000=w".length());
    }

    @Test
    void spellsWhatItReads() {
        Series series = Series.parse("c\\ p\\,u=,k\\=1=a\\ b,h=C:\\\\x".getBytes(UTF_8));
        assertThat(series).isEqualTo(new Series("c p,u=", tags("k=1", "a b", "h", "C:\\\\x")));
        assertThat(new String(series.canonical(), UTF_8)).isEqualTo("c\\ p\\,u=,h=C:\\\\x,k\\=1=a\\ b");
    }

    @Test
    void changesTagsAndMeasurement() {
        Series series = Series.parse("cpu,host=a".getBytes(UTF_8));
        assertThat(series.withTag("rack", "r 1").withTag("host", "b").withMeasurement("cpu_1s"))
                .isEqualTo(new Series("cpu_1s", tags("host", "b", "rack", "r 1")));
        assertThat(series).isEqualTo(new Series("cpu", tags("host", "a")));
    }

    @Test
    void refusesWhatLineProtocolCannotSpell() {
        Series series = new Series("cpu", tags());
        assertThatThrownBy(() -> series.withTag("path", "C:\\")).hasMessageContaining("value of tag path");
        assertThatThrownBy(() -> series.withTag("a", "")).hasMessageContaining("value of tag a");
        assertThatThrownBy(() -> series.withTag("a\nb", "c")).hasMessageContaining("tag key");
        assertThatThrownBy(() -> series.withMeasurement("")).hasMessageContaining("measurement");
        assertThatThrownBy(() -> series.withMeasurement("#cpu")).hasMessageContaining("'#cpu'");
        assertThatThrownBy(() -> Series.parse("cpu,host".getBytes(UTF_8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("series 'cpu,host', byte 9: a tag needs '=' and a value");
    }

    private static String canonical(String series) {
        byte[] bytes = series.getBytes(UTF_8);
        SeriesReader reader = new SeriesReader();
        assertThat(reader.read(bytes, 0, bytes.length)).isEqualTo(LineError.NONE);
        String canonical = new String(reader.canonical(), UTF_8);
        assertThat(reader.isCanonical()).isEqualTo(canonical.equals(series));
        assertThat(new String(Series.parse(bytes).canonical(), UTF_8)).isEqualTo(canonical);
        return canonical;
    }

    private static SortedMap<String, String> tags(String... keysAndValues) {
        SortedMap<String, String> tags = new TreeMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            tags.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return tags;
    }
}
