package io.weir.contract.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
    @ParameterizedTest
    @CsvSource({"above,above,0", "abvoe,above,1", "abov,above,1", "aboves,above,1", "xbove,above,1", "Above,above,0"})
    void countsASwapAsOneEdit(String from, String to, int edits) {
        assertThat(Nearest.distance(from, to)).isEqualTo(edits);
        assertThat(Nearest.distance(to, from)).isEqualTo(edits);
    }

    @Test
    void suggestsTheNearestElseListsTheKnown() {
        List<String> known = List.of("fields", "functions", "window");

        assertThat(Nearest.suggestion("funtcions", known)).isEqualTo("did you mean \"functions\"?");
        assertThat(Nearest.suggestion("zebra", known)).isEqualTo("known: fields, functions, window");
        assertThat(Nearest.suggestion("x".repeat(100_000), known)).startsWith("known:");
        assertThat(Nearest.suggestion("zebra", List.of())).isEmpty();
    }

    @Test
    void ofManyNamesTheNearestThree() {
        List<String> known = IntStream.range(0, 30)
                .mapToObj(i -> "k".repeat(10) + i)
                .collect(Collectors.toCollection(ArrayList::new));
        known.addAll(List.of("zones", "zero", "bread"));

        assertThat(Nearest.suggestion("zebra", known)).isEqualTo("the nearest of 33: zero, bread, zones");
        assertThat(Nearest.suggestion("zeros", known)).isEqualTo("did you mean \"zero\"?");
    }
}
