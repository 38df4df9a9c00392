package io.weir.alarming.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.rule.alarm.Handling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HandlingsTest {

    private static final RuleFile OLD = rules("old");
    private static final RuleFile NEW = rules("new");

    private final List<String> asked = new ArrayList<>();
    private final Handlings handlings = new Handlings(new Rules() {
        @Override
        public RuleFile active() {
            return NEW;
        }

        @Override
        public Optional<RuleFile> find(String version) {
            asked.add(version);
            return version.equals(OLD.version()) ? Optional.of(OLD) : Optional.empty();
        }
    });

    @Test
    void theDecidingVersionHandlesTheAlarm() {
        assertThat(handlings.of(OLD.version(), "hot").guidance()).isEqualTo("old");
        assertThat(handlings.of("gone", "hot").guidance()).isEqualTo("new");
        assertThat(handlings.of(OLD.version(), "other")).isEqualTo(Handling.DEFAULT);
    }

    @Test
    void versionsAreCachedAndEvicted() {
        for (int twice = 0; twice < 2; twice++) {
            handlings.of(OLD.version(), "hot");
        }
        assertThat(asked).hasSize(1);

        for (int version = 0; version < 100; version++) {
            handlings.of("v" + version, "hot");
        }
        handlings.of(OLD.version(), "hot");
        assertThat(asked).hasSize(102);
    }

    private static RuleFile rules(String guidance) {
        return RuleLoader.parse("rules.yaml", """
                version: 1
                alarms:
                  - {name: hot, match: {measurement: temp}, field: c, major: {above: 80}, guidance: %s}
                """.formatted(guidance));
    }
}
