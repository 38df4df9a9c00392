package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * All gateways are away for longer than one clock may lead another, as while Weir is stopped: no
 * window is affected.
 */
class SilenceTest {

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: cpu-1m, match: {measurement: cpu}, fields: [value], functions: [count], window: 60s, grace: 2s}
            """);

    private static final int END = 1_000;

    private final TopologyRig rig = new TopologyRig(RULES);

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void windowsAfterASilenceAreComplete() {
        run(900, END, 1, "g", "h");
        int begin = END + 300;
        run(begin, begin + 200, 1, "g", "h");
        assertThat(windows()).containsAll(whole(begin + 20, begin + 140));
        assertThat(rig.count("weir.processing.late")).isZero();
        assertThat(rig.count("weir.processing.time.jumps")).isZero();
    }

    @Test
    void windowsAreCompleteWithoutOneGateway() {
        run(900, END, 1, "g", "h");
        int begin = END + 300;
        run(begin, begin + 200, 1, "g");
        assertThat(windows()).containsAll(whole(begin + 20, begin + 80));
        assertThat(rig.count("weir.processing.late")).isZero();
    }

    /** Half of the series are silent while log time advances. */
    @Test
    void noWindowIsWrittenTwiceAfterALongSilence() {
        run(900, END, 1, "g");
        int begin = END + 2 * 3_600;
        run(begin, begin + 600, 15, "g");
        List<String> windows = windows();
        assertThat(windows).doesNotHaveDuplicates().contains("cpu_1m value_count=4i " + (begin + 140) + "000000000");
        assertThat(windows.stream().map(line -> line.substring(line.lastIndexOf(' '))))
                .doesNotHaveDuplicates();
        assertThat(rig.count("weir.processing.late")).isZero();
    }

    private void run(int from, int to, int everySeconds, String... gateways) {
        for (int second = from; second < to; second++) {
            if (second % everySeconds == 0) {
                rig.batch(gateways[0], 1, second, second * 1_000L, "cpu value=1 " + second + "000000000\n");
            }
            for (String gateway : gateways) {
                rig.tick(gateway, second * 1_000L + 1);
            }
        }
    }

    private List<String> windows() {
        return rig.lines(rig.topics.storage());
    }

    /** The windows between two seconds that are starts of windows. */
    private static List<String> whole(int from, int to) {
        return IntStream.iterate(from, begin -> begin < to, begin -> begin + 60)
                .mapToObj(begin -> "cpu_1m value_count=60i " + begin + "000000000")
                .toList();
    }
}
