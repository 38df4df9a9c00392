package io.weir.contract.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.RenamedNames.Renamed;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RenamedNamesTest {

    static Stream<Renamed> renamed() {
        return RenamedNames.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("renamed")
    void anOldNameIsAnsweredWithTheNewOne(Renamed name) {
        String[] path = name.now().split("\\.");

        assertThat(Nearest.suggestion(name.old(), List.of("other", name.beside(), name.first())))
                .isEqualTo(
                        path.length == 1
                                ? "it is now \"" + path[0] + "\""
                                : "it is now \"" + path[1] + "\" in the section \"" + path[0] + "\"");
    }

    @ParameterizedTest
    @MethodSource("renamed")
    void anOldVariableIsAnsweredWithTheNewOne(Renamed name) {
        String now = variable(name.now());

        assertThat(RenamedNames.ofVariable(variable(name.old()), List.of(variable(name.beside()), now)))
                .hasValue(now);
        assertThat(RenamedNames.ofVariable(variable(name.old()), List.of("WEIR_GATEWAY_OTHER", now)))
                .isEqualTo(now.equals(variable(name.beside())) ? Optional.of(now) : Optional.empty());
    }

    @Test
    void variablesOfASectionAreAnsweredWithItsNewName() {
        List<String> known = List.of(
                "WEIR_GATEWAY_COLLECTD_PORT",
                "WEIR_GATEWAY_HTTP_PORT",
                "WEIR_GATEWAY_HTTP_FORMAT",
                "WEIR_GATEWAY_KAFKA_TOPICS_TOPICS");

        assertThat(RenamedNames.ofVariable("WEIR_GATEWAY_KAFKA_LINES_TOPICS", known))
                .hasValue("WEIR_GATEWAY_KAFKA_TOPICS_TOPICS");
        assertThat(RenamedNames.ofVariable("WEIR_GATEWAY_HTTP_JSON_PORT", known))
                .hasValue("WEIR_GATEWAY_HTTP_FORMAT");
    }

    /** The gateway has a section "batch", but never had "body-lines". */
    @Test
    void isNoAnswerWhereTheOldNameWasUnknown() {
        assertThat(Nearest.suggestion("body-lines", List.of("batch", "known-series")))
                .isEqualTo("known: batch, known-series");
    }

    private static String variable(String name) {
        return "WEIR_GATEWAY_UDP_"
                + name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
}
