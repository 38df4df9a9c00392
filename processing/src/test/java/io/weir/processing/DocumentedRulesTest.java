package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.topic.Rejection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the examples of the pages about rules: each block of rules ({@code version: 1}) that is
 * followed by a block of input and blocks of outputs.
 *
 * <p>A block with a name, as in {@code ```csv hosts.csv}, is a table. A line of input is
 * {@code SECONDS[@RECEIVED] LINE}: its timestamp and, if different, its receive time, in seconds of
 * the example's time. Outputs have the same form. A block of state before the input has lines
 * {@code SECONDS NAME=VALUE}: the value is set for the farm before the input of that second.
 * Gateways tick every second, until two minutes after the last line.
 */
class DocumentedRulesTest {

    private static final Path PAGES = Path.of("..", "docs", "rules");
    /** The pages of inputs that show rules. */
    private static final List<Path> OF_INPUTS = Stream.of(
                    "aggregation.md", "aliecs.md", "eos.md", "otlp.md", "snmp.md", "statsd.md")
            .map(Path.of("..", "docs", "inputs")::resolve)
            .toList();

    private static final String RULES = "version: 1\n";
    private static final Pattern BLOCK =
            Pattern.compile("(?m)^```(\\w+)(?: (\\S+))?\\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
    private static final long BEGIN_MILLIS = 1_800_000_000_000L;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private record Example(String page, RuleFile rules, List<String> states, List<String> input, List<Block> outputs) {
        @Override
        public String toString() {
            return page + " " + input;
        }
    }

    /** @param kind the first word after the quotes, or the name of a table */
    private record Block(String kind, String text) {

        static Block of(MatchResult block) {
            return new Block(block.group(2) == null ? block.group(1) : block.group(2), block.group(3));
        }
    }

    static Stream<Example> examples() throws IOException {
        List<Example> examples = new ArrayList<>();
        try (Stream<Path> pages = Files.list(PAGES)) {
            for (Path page : Stream.concat(pages.sorted(), OF_INPUTS.stream()).toList()) {
                examples.addAll(examples(page));
            }
        }
        return examples.stream();
    }

    private static List<Example> examples(Path page) throws IOException {
        List<Example> examples = new ArrayList<>();
        RuleFile rules = RuleFile.passThrough();
        List<String> states = List.of();
        List<Block> blocks =
                BLOCK.matcher(Files.readString(page)).results().map(Block::of).toList();
        for (Block block : blocks) {
            switch (block.kind) {
                case "yaml" -> {
                    if (block.text.startsWith(RULES)) {
                        rules = RuleLoader.parse(
                                page.getFileName().toString(), block.text, name -> table(name, blocks));
                    }
                }
                case "state" -> states = block.text.lines().toList();
                case "input" -> {
                    examples.add(new Example(
                            page.getFileName().toString(),
                            rules,
                            states,
                            block.text.lines().toList(),
                            new ArrayList<>()));
                    states = List.of();
                }
                case "storage", "live", "alarming", "rejected" ->
                    examples.get(examples.size() - 1).outputs.add(block);
                default -> {
                    // The example shows something else.
                }
            }
        }
        return examples;
    }

    private static byte[] table(String name, List<Block> blocks) {
        return blocks.stream()
                .filter(block -> block.kind.equals(name))
                .map(block -> block.text.getBytes(StandardCharsets.UTF_8))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shownExamplesComeOutAsShown(Example example) {
        try (TopologyRig rig = new TopologyRig(example.rules)) {
            pipe(example, rig);

            assertThat(example.outputs).isNotEmpty();
            for (Block output : example.outputs) {
                assertThat(output(output.kind, rig))
                        .as(output.kind)
                        .isEqualTo(output.text.lines().toList());
            }
        }
    }

    private static void pipe(Example example, TopologyRig rig) {
        long tick = 0;
        Deque<String> states = new ArrayDeque<>(example.states);
        TreeMap<String, String> set = new TreeMap<>();
        for (String line : example.input) {
            String[] timeAndLine = line.split(" ", 2);
            String[] stampAndReceived = timeAndLine[0].split("@");
            long stamp = millis(stampAndReceived[0]);
            long received = millis(stampAndReceived[stampAndReceived.length - 1]);
            while (!states.isEmpty() && millis(states.element().split(" ")[0]) <= received) {
                String[] timeAndState = states.remove().split(" ", 2);
                tick = tickUntil(millis(timeAndState[0]), tick, rig);
                String[] state = timeAndState[1].split("=", 2);
                set.put(state[0], state[1]);
                set.values().removeIf(String::isEmpty);
                rig.state(
                        BEGIN_MILLIS + millis(timeAndState[0]),
                        new FarmState(example.states.size() - states.size(), set));
            }
            tick = tickUntil(received, tick, rig);
            rig.batch(BEGIN_MILLIS + received, timeAndLine[1] + " " + (BEGIN_MILLIS + stamp) * NANOS_PER_MILLI);
        }
        tickUntil(tick + 120_000, tick, rig);
    }

    private static long tickUntil(long until, long from, TopologyRig rig) {
        long tick = from;
        for (; tick <= until; tick += 1_000) {
            rig.tick("gateway", BEGIN_MILLIS + tick);
        }
        return tick;
    }

    private static long millis(String seconds) {
        return Math.round(Double.parseDouble(seconds) * 1_000);
    }

    private static List<String> output(String kind, TopologyRig rig) {
        return switch (kind) {
            case "storage" ->
                rig.lines(rig.topics.storage()).stream()
                        .map(DocumentedRulesTest::shown)
                        .toList();
            case "live" ->
                rig.lines(rig.topics.live()).stream()
                        .map(DocumentedRulesTest::shown)
                        .toList();
            case "alarming" ->
                rig.lines(rig.topics.alarming()).stream()
                        .map(DocumentedRulesTest::shown)
                        .toList();
            default ->
                rig.output(rig.topics.rejected()).stream()
                        .map(record -> shown(new String(record.value(), StandardCharsets.UTF_8)) + "  # "
                                + Rejection.read(record.headers()).reason())
                        .toList();
        };
    }

    private static String shown(String line) {
        int stampAt = line.lastIndexOf(' ');
        long nanos = Long.parseLong(line.substring(stampAt + 1)) - BEGIN_MILLIS * NANOS_PER_MILLI;
        String seconds =
                nanos % 1_000_000_000 == 0 ? Long.toString(nanos / 1_000_000_000) : Double.toString(nanos / 1e9);
        return seconds + " " + line.substring(0, stampAt);
    }
}
