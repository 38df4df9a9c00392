package io.weir.gateway.collectd;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TypesFileTest {
    @Test
    void readsNamesOfDataSourcesHoweverTheyAreApart() {
        TypesFile file = TypesFile.parse(
                "# mine\n\nrack\t\tin:GAUGE:0:U, out:GAUGE:U:U\r\n  fan rpm:GAUGE:0:U\nib rx:DERIVE:0:U tx:DERIVE:0:U\n");
        assertThat(file.types())
                .hasSize(3)
                .containsEntry("rack", List.of("in", "out"))
                .containsEntry("fan", List.of("rpm"))
                .containsEntry("ib", List.of("rx", "tx"));
    }

    @Test
    void knowsWhatCollectdKnows() {
        assertThat(sources(new TypesDb(List.of()), "cpu")).containsExactly("value");
        assertThat(sources(new TypesDb(List.of()), "if_octets")).containsExactly("rx", "tx");
        assertThat(new TypesDb(List.of()).find("nothing".getBytes(US_ASCII), 0, 7))
                .isNull();
        assertThat(TypesFile.STANDARD.types()).hasSizeGreaterThan(350);
    }

    @Test
    void theLastFileIsRight() {
        TypesFile first = TypesFile.parse("cpu a:GAUGE:0:U\nmine b:GAUGE:0:U");
        TypesFile second = TypesFile.parse("mine c:GAUGE:0:U, d:GAUGE:0:U");
        TypesDb types = new TypesDb(List.of(first, second));
        assertThat(sources(types, "cpu")).containsExactly("a");
        assertThat(sources(types, "mine")).containsExactly("c", "d");
        assertThat(sources(types, "load")).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "cpu va=lue:GAUGE:0:U", "cpu :GAUGE:0:U"})
    void namesTheInvalidLine(String line) {
        assertThatThrownBy(() -> TypesFile.parse("# ok\n" + line))
                .hasMessageContaining("line 2")
                .hasMessageContaining(line)
                .hasMessageContaining("if_octets");
    }

    private static List<String> sources(TypesDb types, String type) {
        byte[] padded = ("-" + type + "-").getBytes(US_ASCII);
        byte[][] found = types.find(padded, 1, padded.length - 1);
        assertThat(found).as(type).isNotNull();
        return Arrays.stream(found).map(name -> new String(name, US_ASCII)).toList();
    }
}
