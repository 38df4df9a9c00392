package io.weir.processing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import io.weir.contract.topic.Rejection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the data folders in {@code flows/} through the production topology. */
class FlowTest {
    private static final Path FLOWS = Path.of("..", "src-test-data", "src", "main", "resources", "flows");

    static List<String> flows() throws IOException {
        try (Stream<Path> entries = Files.list(FLOWS)) {
            return entries.filter(Files::isDirectory)
                    .map(flow -> flow.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("flows")
    void feedsAreAsExpected(String flow) throws IOException {
        try (TopologyRig rig = new TopologyRig(RuleLoader.parse(flow, read(flow, "rules.yaml")))) {
            pipe(read(flow, "input.txt"), rig);

            assertThat(rig.lines(rig.topics.storage())).isEqualTo(expected(flow, "storage.txt"));
            assertThat(rig.lines(rig.topics.live())).isEqualTo(expected(flow, "live.txt"));
            assertThat(rig.lines(rig.topics.alarming())).isEqualTo(expected(flow, "alarming.txt"));
            assertThat(rejected(rig)).isEqualTo(expected(flow, "rejected.txt"));
        }
    }

    private static void pipe(String input, TopologyRig rig) {
        StringBuilder batch = new StringBuilder();
        long receivedMillis = 0;
        for (String line : (input + "\nat 0").split("\n")) {
            boolean isTick = line.startsWith("tick ");
            if (isTick || line.startsWith("at ")) {
                if (!batch.isEmpty()) {
                    rig.batch(receivedMillis, batch.toString());
                    batch.setLength(0);
                }
                String[] words = line.split(" ");
                if (isTick) {
                    rig.tick(words[1], Long.parseLong(words[2]));
                } else {
                    receivedMillis = Long.parseLong(words[1]);
                }
            } else if (!line.isEmpty() && !line.startsWith("##")) {
                batch.append(line).append('\n');
            }
        }
    }

    private static List<String> rejected(TopologyRig rig) {
        return rig.output(rig.topics.rejected()).stream()
                .map(record -> Rejection.read(record.headers()).reason() + ": " + new String(record.value(), UTF_8))
                .toList();
    }

    private static List<String> expected(String flow, String file) throws IOException {
        return read(flow, file).lines().toList();
    }

    private static String read(String flow, String file) throws IOException {
        Path path = FLOWS.resolve(flow).resolve(file);
        return Files.exists(path) ? Files.readString(path) : "";
    }
}
