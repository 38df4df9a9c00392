package io.weir.contract.rule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlarmRuleTest {
    @ParameterizedTest
    @CsvSource({
        "ABOVE,80,75,80,false,false",
        "ABOVE,80,75,80.1,true,false",
        "ABOVE,80,75,75.1,false,false",
        "ABOVE,80,75,75,false,true",
        "ABOVE,80,80,80,false,true",
        "BELOW,5,7,5,false,false",
        "BELOW,5,7,4.9,true,false",
        "BELOW,5,7,6.9,false,false",
        "BELOW,5,7,7,false,true"
    })
    void levelRaisesBeyondItsThresholdAndClearsBackAtItsClear(
            Level.Direction direction, double threshold, double clear, double value, boolean raises, boolean clears) {
        Level level = new Level(direction, threshold, clear);

        assertThat(level.raises(value)).isEqualTo(raises);
        assertThat(level.clears(value)).isEqualTo(clears);
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
