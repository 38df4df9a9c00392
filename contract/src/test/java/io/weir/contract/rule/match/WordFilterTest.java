package io.weir.contract.rule.match;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordFilterTest {

    @ParameterizedTest
    @CsvSource({
        "flp1, flp1, 0",
        "FLP1, hot/Flp1, 0",
        "flp*, hot/flp1, 0",
        "hot rack, hot/flp1, 0",
        "flp, flp1, 1",
        "flp, hot/flp1, 1",
        "cpu_, cpu cpu_usage, 1",
        "lp1, flp1, 2",
        "t/f, hot/flp1, 2",
        "'', flp1, 3",
        "-flp1, flp1, 3",
        "hostname=flp1, flp1, 3",
        "lp*, flp1, 3",
        "cpu, flp1, 3"
    })
    void ranksNamesByTheirClosestWord(String words, String name, int rank) {
        assertThat(new WordFilter(words).rank(name)).isEqualTo(rank);
    }

    @ParameterizedTest
    @CsvSource({"'', true", "' ', true", "-, true", "flp1, false", "-flp1, false"})
    void isEmptyWithoutWords(String words, boolean isEmpty) {
        assertThat(new WordFilter(words).isEmpty()).isEqualTo(isEmpty);
    }
}
