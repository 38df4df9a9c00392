package io.weir.gateway.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicTemplateTest {
    private static final int ROUNDS = 2_000;

    /** Section 4.7 of MQTT 5 has the first ones as examples. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sport/tennis/player1/# | sport/tennis/player1                   | true",
                "sport/tennis/player1/# | sport/tennis/player1/ranking           | true",
                "sport/tennis/player1/# | sport/tennis/player1/score/wimbledon   | true",
                "sport/#                | sport                                  | true",
                "sport/tennis/+         | sport/tennis/player1                   | true",
                "sport/tennis/+         | sport/tennis/player1/ranking           | false",
                "sport/+                | sport                                  | false",
                "sport/+                | sport/                                 | true",
                "+/+                    | /finance                               | true",
                "/+                     | /finance                               | true",
                "+                      | /finance                               | false",
                "#                      | $SYS/monitor                           | false",
                "+/monitor/Clients      | $SYS/monitor/Clients                   | false",
                "$SYS/#                 | $SYS/monitor                           | true",
                "{host}/monitor         | $SYS/monitor                           | false",
                "{host}/b               | a/b                                    | true",
                "a//b                   | a//b                                   | true",
                "a//b                   | a/x/b                                  | false",
            })
    void matchesAsTheStandardSays(String template, String topic, boolean matches) {
        assertThat(TopicTemplate.of(template).matches(topic.split("/", -1))).isEqualTo(matches);
    }

    @Test
    void namesOfLevelsAreWildcardsForTheBroker() {
        assertThat(TopicTemplate.of("farm/{host}/+/{measurement}/{field}/#").filter())
                .isEqualTo("farm/+/+/+/+/#");
    }

    /** Filters overlap if one topic matches both; all short topics of three texts are tried. */
    @Test
    void overlapsIfATopicMatchesBoth() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        List<String[]> topics = new ArrayList<>();
        topics(new ArrayList<>(), topics);
        int overlapping = 0;
        for (int round = 0; round < ROUNDS; round++) {
            TopicTemplate one = template(random);
            TopicTemplate two = template(random);
            boolean expected = topics.stream().anyMatch(topic -> one.matches(topic) && two.matches(topic));
            assertThat(one.overlaps(two))
                    .as("-Dweir.test.seed=%d: %s and %s", seed, one.filter(), two.filter())
                    .isEqualTo(expected)
                    .isEqualTo(two.overlaps(one));
            overlapping += expected ? 1 : 0;
        }
        assertThat(overlapping).isBetween(ROUNDS / 20, ROUNDS - ROUNDS / 20);
    }

    private static void topics(List<String> before, List<String[]> all) {
        for (String word : List.of("a", "b", "$c")) {
            List<String> topic = new ArrayList<>(before);
            topic.add(word);
            all.add(topic.toArray(new String[0]));
            if (topic.size() < 4) {
                topics(topic, all);
            }
        }
    }

    private static TopicTemplate template(Random random) {
        List<String> words = new ArrayList<>();
        int size = 1 + random.nextInt(3);
        for (int i = 0; i < size; i++) {
            words.add(List.of("a", "b", "$c", "+", "{t" + i + "}").get(random.nextInt(5)));
        }
        if (random.nextInt(4) == 0) {
            words.add("#");
        }
        return TopicTemplate.of(String.join("/", words));
    }
}
