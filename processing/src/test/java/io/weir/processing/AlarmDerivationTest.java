package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A field derived for an alarm reaches only alarming, whatever other rules there are. */
class AlarmDerivationTest {

    private static final String ALARMS = """
            alarms:
              - {name: drops, match: {measurement: net}, field: dropped, function: rate, major: {above: 10}}
              - {name: share, match: {measurement: net}, expression: "dropped / sent", major: {above: 0.1}}
              - {name: odd, match: {measurement: net}, field: sent, peers: {by: [], mad: 6}}
              - {name: odd-rate, match: {measurement: net}, field: dropped, function: rate, peers: {by: [], mad: 6}}
            """;
    private static final String LINES = """
            net,host=a dropped=10i,sent=100i 1000000000
            net,host=a dropped=30i,sent=200i,alarm:other=1 2000000000
            cpu,host=a alarm:drops=5 2000000000
            """;

    @Test
    void alarmsDoNotChangeOtherFeeds() {
        for (String others : List.of(
                "",
                "aggregate: [{name: all, match: {measurement: net}, fields: \"*\", functions: [max, count], window: 1s}]\n",
                "route: [{match: {measurement: \"*\"}, to: [storage, live], live-every: 5s}]\n",
                "suppress: [{name: all, match: {measurement: \"*\"}, mode: change, on: [storage, live]}]\n",
                "derive: [{name: all, match: {measurement: net}, field: \"*\", function: difference}]\n")) {
            List<List<String>> with = feeds(others + ALARMS);

            assertThat(with.subList(0, 2)).as(others).isEqualTo(feeds(others).subList(0, 2));
            assertThat(with.get(0).toString()).as(others).contains("alarm:other", "alarm:drops=5");
            assertThat(with.get(2).toString())
                    .as(others)
                    .contains("alarm:drops=20.0", "alarm:share=0.15")
                    .contains("alarm:odd,host=a alarm:odd=0.0 0", "alarm:odd-rate,host=a alarm:odd-rate=0.0 0");
        }
    }

    @Test
    void aSentFieldReplacesTheDerivedFieldOfAnAlarm() {
        try (TopologyRig rig = new TopologyRig(RuleLoader.parse("rules.yaml", "version: 1\n" + ALARMS))) {
            rig.batch(2_000, "net,host=a dropped=10i 1000000000\nnet,host=a dropped=30i,alarm:drops=5 2000000000");

            assertThat(rig.lines(rig.topics.alarming()).toString())
                    .contains("alarm:drops=5")
                    .doesNotContain("alarm:drops=20.0");
            assertThat(rig.lines(rig.topics.storage()).toString()).doesNotContain("alarm:");
            assertThat(rig.count("weir.processing.not.derived")).isEqualTo(1);
        }
    }

    /** The lines of storage, live and alarming. */
    private static List<List<String>> feeds(String rules) {
        try (TopologyRig rig = new TopologyRig(RuleLoader.parse("rules.yaml", "version: 1\n" + rules))) {
            rig.batch(2_000, LINES.strip());
            for (long second = 3; second < 60; second++) {
                rig.tick("gateway", second * 1_000);
            }
            return List.of(
                    rig.lines(rig.topics.storage()), rig.lines(rig.topics.live()), rig.lines(rig.topics.alarming()));
        }
    }
}
