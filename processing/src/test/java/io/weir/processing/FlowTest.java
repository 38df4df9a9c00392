package io.weir.processing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.StateLog;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
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
        Rules rules = Rules.fixed(RuleLoader.parse(flow, read(flow, "rules.yaml")));
        ProcessingConfig config =
                YamlSource.text(flow, read(flow, "processing.yaml")).read(ProcessingConfig::read);
        try (TopologyRig rig = new TopologyRig(rules, 1, config)) {
            pipe(read(flow, "input.txt"), rig);

            assertThat(rig.lines(rig.topics.storage())).isEqualTo(expected(flow, "storage.txt"));
            assertThat(rig.lines(rig.topics.live())).isEqualTo(expected(flow, "live.txt"));
            assertThat(rig.lines(rig.topics.alarming())).isEqualTo(expected(flow, "alarming.txt"));
            assertThat(rejected(rig)).isEqualTo(expected(flow, "rejected.txt"));
        }
    }

    private static void pipe(String input, TopologyRig rig) {
        StateLog states = new StateLog();
        StringBuilder batch = new StringBuilder();
        long receivedMillis = 0;
        for (String line : (input + "\nat 0").split("\n")) {
            String[] words = line.split(" ");
            boolean beginsRecord = List.of("at", "tick", "set").contains(words[0]);
            if (beginsRecord && !batch.isEmpty()) {
                rig.batch(receivedMillis, batch.toString());
                batch.setLength(0);
            }
            switch (words[0]) {
                case "at" -> receivedMillis = Long.parseLong(words[1]);
                case "tick" -> tick(words[1], Long.parseLong(words[2]), Long.parseLong(words[words.length - 1]), rig);
                case "set" -> setState(Long.parseLong(words[1]), words[2], states, rig);
                case "", "##" -> {}
                default -> batch.append(line).append('\n');
            }
        }
    }

    private static void tick(String gateway, long fromMillis, long toMillis, TopologyRig rig) {
        for (long millis = fromMillis; millis <= toMillis; millis += 60_000) {
            rig.tick(gateway, millis);
        }
    }

    private static void setState(long millis, String nameAndValue, StateLog states, TopologyRig rig) {
        String[] state = nameAndValue.split("=", 2);
        assertThat(states.take(states.state().offset() + 1, millis, state[0].getBytes(UTF_8), state[1].getBytes(UTF_8)))
                .isEmpty();
        rig.state(millis, states.state());
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
