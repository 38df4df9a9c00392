package io.weir.gateway.zabbix;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.path.TaggedPath;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ItemKeyTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "k                     | ",
                "k[]                   | <>",
                "k[a]                  | <a>",
                "k[a,b]                | <a><b>",
                "k[,b,]                | <><b><>",
                "k[ a b , c]           | <a b ><c>",
                "k[\"a,b]\",c]         | <a,b]><c>",
                "k[ \"a\" , c]         | <a><c>",
                "k[\"a\\\"b\\c\"]      | <a\"b\\c>",
                "k[a\"b\"]             | <a\"b\">",
                "k[[a,b],c]            | <[a,b]><c>",
                "k[[]]                 | <[]>",
                "k[/x y/*.log,err]     | </x y/*.log><err>"
            })
    void parametersAreReadAsZabbixDefinesThem(String key, String parameters) {
        ItemKey read = Objects.requireNonNull(ItemKey.of(key));
        assertThat(read.name()).isEqualTo("k");
        assertThat(String.join(
                        "",
                        read.parameters().stream().map(each -> "<" + each + ">").toList()))
                .isEqualTo(parameters == null ? "" : parameters);
    }

    @Test
    void parametersAreTagsWithTheirNames() {
        Map<String, List<String>> names = Map.of("net.if.in", List.of("interface", "mode"));
        assertThat(ItemKey.read("flp1\nnet.if.in[eth0,,x]", names))
                .isEqualTo(TaggedPath.ofValue(
                        "net.if.in", new TreeMap<>(Map.of("host", "flp1", "interface", "eth0", "p3", "x"))));
        assertThat(ItemKey.read("flp1\nnet.if.out[eth0]", names))
                .isEqualTo(TaggedPath.ofValue("net.if.out", new TreeMap<>(Map.of("host", "flp1", "p1", "eth0"))));
    }

    @Test
    void aSeparatorInAKeyIsNone() {
        assertThat(ItemKey.read("h\nk\nl", Map.of())).isNull();
    }
}
