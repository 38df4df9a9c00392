package io.weir.contract.rule.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlarmRuleTest {
    @ParameterizedTest
    @CsvSource({
        "ABOVE,80,false,false",
        "ABOVE,80.1,true,false",
        "ABOVE,75.1,false,false",
        "ABOVE,75,false,true",
        "BELOW,5,false,false",
        "BELOW,4.9,true,false",
        "BELOW,6.9,false,false",
        "BELOW,7,false,true",
        "INSIDE,40,true,false",
        "INSIDE,50,true,false",
        "INSIDE,60,true,false",
        "INSIDE,39.9,false,false",
        "INSIDE,35,false,true",
        "INSIDE,64.9,false,false",
        "INSIDE,65,false,true",
        "OUTSIDE,10,false,false",
        "OUTSIDE,9.9,true,false",
        "OUTSIDE,90.1,true,false",
        "OUTSIDE,90,false,false",
        "OUTSIDE,14.9,false,false",
        "OUTSIDE,15,false,true",
        "OUTSIDE,85,false,true",
        "OUTSIDE,85.1,false,false"
    })
    void limitsRaiseBeyondAndClearAtTheirEnds(Limit.Kind kind, double value, boolean raises, boolean clears) {
        Limit limit =
                switch (kind) {
                    case ABOVE -> Limit.above(80, 75);
                    case BELOW -> Limit.below(5, 7);
                    case INSIDE -> new Limit(kind, 40, 60, 35, 65);
                    case OUTSIDE -> new Limit(kind, 10, 90, 15, 85);
                };

        assertThat(limit.raises(value, value)).isEqualTo(raises);
        assertThat(limit.clears(value, value)).isEqualTo(clears);
    }

    /** A value can never do both; without hysteresis, every value does one of them. */
    @Test
    void limitsWithoutHysteresisRaiseOrClear() {
        List<Limit> limits = List.of(
                Limit.above(2, 2),
                Limit.below(2, 2),
                new Limit(Limit.Kind.INSIDE, 1, 3, 1, 3),
                new Limit(Limit.Kind.OUTSIDE, 1, 3, 1, 3));
        for (Limit limit : limits) {
            for (double value = 0; value <= 4; value += 0.5) {
                assertThat(limit.raises(value, value))
                        .as("%s %s", limit, value)
                        .isNotEqualTo(limit.clears(value, value));
            }
        }
    }

    @Test
    void reportsTheNearerEnd() {
        Limit outside = new Limit(Limit.Kind.OUTSIDE, 10, 90, 15, 85);

        assertThat(List.of(outside.passed(5), outside.passed(95), outside.reached(20), outside.reached(80)))
                .containsExactly(10.0, 90.0, 15.0, 85.0);
        assertThat(List.of(Limit.above(80, 75).passed(99), Limit.above(80, 75).reached(-1e9)))
                .containsExactly(80.0, 75.0);
        assertThat(List.of(Limit.below(5, 7).passed(-1e9), Limit.below(5, 7).reached(1e9)))
                .containsExactly(5.0, 7.0);
    }

    @Test
    void messageFillsItsPlaceholders() {
        assertThat(render("CPU of {hostname} at {value} %")).isEqualTo("CPU of <hostname> at <value> %");
        assertThat(render("{a}{b}")).isEqualTo("<a><b>");
        assertThat(render("{{plain}} {a}")).isEqualTo("{plain} <a>");
        assertThat(render("")).isEmpty();
        assertThat(MessageTemplate.of("{a} b")).hasToString("{a} b").isEqualTo(MessageTemplate.of("{a} b"));
    }

    private static String render(String template) {
        return MessageTemplate.of(template).render(name -> "<" + name + ">");
    }
}
