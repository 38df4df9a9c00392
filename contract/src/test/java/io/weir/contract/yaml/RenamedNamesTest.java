package io.weir.contract.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RenamedNamesTest {

    static Stream<Map.Entry<String, String>> renamed() {
        return RenamedNames.NEW_BY_OLD.entrySet().stream();
    }

    @ParameterizedTest
    @MethodSource("renamed")
    void anOldNameIsAnsweredWithTheNewOne(Map.Entry<String, String> name) {
        List<String> known = List.of("port", name.getValue().split("\\.")[0]);

        assertThat(Nearest.suggestion(name.getKey(), known)).isEqualTo("it is now \"" + name.getValue() + "\".");
    }

    @ParameterizedTest
    @MethodSource("renamed")
    void anOldVariableIsAnsweredWithTheNewOne(Map.Entry<String, String> name) {
        String renamed = variable(name.getValue());

        assertThat(Nearest.suggestion(variable(name.getKey()), List.of("WEIR_GATEWAY_UDP_PORT", renamed)))
                .isEqualTo("it is now \"" + renamed + "\".");
    }

    /** The name may be a mistake there, and nothing else. */
    @Test
    void isNoAnswerWhereTheNewNameIsUnknown() {
        assertThat(Nearest.suggestion("loops", List.of("port", "host"))).isEqualTo("known: port, host");
    }

    private static String variable(String name) {
        return "WEIR_GATEWAY_UDP_"
                + name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
}
