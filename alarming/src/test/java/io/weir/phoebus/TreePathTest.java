package io.weir.phoebus;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TreePathTest {

    private static final String ROOT = "/Accelerator";

    @ParameterizedTest
    @CsvSource({
        "cpu-high/TPC/flp1, /Accelerator/cpu-high/TPC/flp1",
        "share/C:\\temp, /Accelerator/share/C:%5Ctemp",
        "disk/%2Fvar%2Flog, /Accelerator/disk/%2Fvar%2Flog",
        "load/100 %25, /Accelerator/load/100 %25",
        "odd//x, /Accelerator/odd/%00/x",
        "odd/(self), /Accelerator/odd/%28self)",
    })
    void escapesPartsThatPhoebusMisreads(String id, String path) {
        assertThat(path(id)).isEqualTo(path);
        assertThat(TreePath.read(ROOT, path))
                .hasValueSatisfying(read -> assertThat(read.id()).isEqualTo(id));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "/", "/Accelerators/a", "/Other", "/Accelerator/", "/Accelerator//a", "/Accelerator/a\\b"})
    void refusesForeignAndMisspelledPaths(String path) {
        assertThat(TreePath.read(ROOT, path)).isEmpty();
    }

    /**
     * Phoebus' own splitting of a path gives as many parts, and different ids never share a path.
     */
    @Test
    void idsSurviveTheRoundTrip() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        Map<String, String> ids = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            List<String> keys = new ArrayList<>();
            TreeMap<String, String> tags = new TreeMap<>();
            for (int tag = random.nextInt(4); tag > 0; tag--) {
                keys.add("t" + tag);
                tags.put("t" + tag, word(random));
            }
            String id = AlarmId.of("rule", keys, tags);
            String path = path(id);
            assertThat(TreePath.read(ROOT, path).orElseThrow().id())
                    .as("seed %d", seed)
                    .isEqualTo(id);
            assertThat(ids.merge(path, id, (one, other) -> one))
                    .as("seed %d", seed)
                    .isEqualTo(id);
            assertThat(path.split("(?<!\\\\)/+"))
                    .as("seed %d: %s", seed, path)
                    .hasSize(2 + TreePath.parts(id).size());
        }
    }

    private static String word(Random random) {
        StringBuilder word = new StringBuilder();
        for (int length = random.nextInt(4); length > 0; length--) {
            word.append("ab/\\%5C02(- ".charAt(random.nextInt(12)));
        }
        return random.nextInt(20) == 0 ? "(self)" : word.toString();
    }

    private static String path(String id) {
        String path = ROOT;
        for (String part : TreePath.parts(id)) {
            path = TreePath.below(path, part);
        }
        return path;
    }
}
