package io.weir.contract.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.WithdrawOn;
import io.weir.contract.config.MistakesException;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.AggregateRule;
import io.weir.contract.rule.aggregate.AggregateWindow;
import io.weir.contract.rule.aggregate.Late;
import io.weir.contract.rule.aggregate.Repeats;
import io.weir.contract.rule.alarm.Action;
import io.weir.contract.rule.alarm.ActionLimit;
import io.weir.contract.rule.alarm.AlarmRule;
import io.weir.contract.rule.alarm.Chatter;
import io.weir.contract.rule.alarm.CompositeRule;
import io.weir.contract.rule.alarm.Escalation;
import io.weir.contract.rule.alarm.Flapping;
import io.weir.contract.rule.alarm.Handling;
import io.weir.contract.rule.alarm.LateAlarm;
import io.weir.contract.rule.alarm.Level;
import io.weir.contract.rule.alarm.Levels;
import io.weir.contract.rule.alarm.Limit;
import io.weir.contract.rule.alarm.MaskedWhile;
import io.weir.contract.rule.alarm.MessageTemplate;
import io.weir.contract.rule.alarm.OtherAlarms;
import io.weir.contract.rule.alarm.Recurrence;
import io.weir.contract.rule.alarm.States;
import io.weir.contract.rule.alarm.Stuck;
import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.OneOf;
import io.weir.contract.rule.match.TextPattern;
import io.weir.contract.rule.metric.EnrichRule;
import io.weir.contract.rule.metric.Feed;
import io.weir.contract.rule.metric.RouteRule;
import io.weir.contract.rule.metric.SuppressMode;
import io.weir.contract.rule.metric.SuppressRule;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.contract.rule.storage.TierFunctions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RuleLoaderTest {
    static List<RuleCase> bad() {
        return RuleCase.bad();
    }

    static List<RuleCase> good() {
        return RuleCase.good();
    }

    @ParameterizedTest
    @MethodSource("bad")
    void reportsEveryMistakeOfABadFile(RuleCase bad) {
        MistakesException thrown =
                catchThrowableOfType(MistakesException.class, () -> RuleLoader.parse(bad.name(), bad.text()));

        assertThat(thrown).hasMessage(String.join("\n", bad.expectedMistakes()));
    }

    @ParameterizedTest
    @MethodSource("good")
    void acceptsAGoodFile(RuleCase good) {
        RuleFile rules = RuleLoader.parse(good.name(), good.text());

        assertThat(rules.version()).matches("[0-9a-f]{12}");
    }

    @Test
    void readsEveryKindOfRule() {
        RuleFile rules = RuleLoader.parse("everything.yaml", text("everything.yaml"));
        Match links = match("link", Map.of("detector", "TPC"));

        assertThat(rules.enrich())
                .containsExactly(
                        new EnrichRule(
                                "site",
                                Match.ALL,
                                new TreeMap<>(),
                                new TreeMap<>(),
                                Optional.empty(),
                                new TreeMap<>(Map.of("hall", "SX 2", "site", "p2")),
                                List.of()),
                        new EnrichRule(
                                "names",
                                Match.ALL,
                                new TreeMap<>(Map.of("host", "hostname")),
                                new TreeMap<>(),
                                Optional.empty(),
                                new TreeMap<>(),
                                List.of("pid")));
        assertThat(rules.storage())
                .isEqualTo(new StorageRules(
                        List.of(
                                new StorageTier("raw", Optional.empty(), Duration.ofDays(7)),
                                new StorageTier("s30", Optional.of(Duration.ofSeconds(30)), Duration.ofDays(30)),
                                new StorageTier("m5", Optional.of(Duration.ofMinutes(5)), Duration.ofDays(730))),
                        List.of(new TierFunctions(
                                OneOf.of(List.of(new Glob("link"), new Glob("temp*"))),
                                List.of(AggregateFunction.MAX, AggregateFunction.LAST))),
                        List.of(links, match("debug*", Map.of())),
                        Optional.empty()));
        assertThat(rules.aggregate().get(0))
                .isEqualTo(new AggregateRule(
                        "cpu-1s",
                        match("cpu", Map.of()),
                        Fields.named("value"),
                        List.of(AggregateFunction.MEAN, AggregateFunction.MAX),
                        AggregateWindow.of(Duration.ofSeconds(1)),
                        Duration.ofSeconds(1),
                        Duration.ofMillis(500),
                        AggregateRule.DEFAULT_AS,
                        false,
                        Late.STORE,
                        Repeats.REPLACE,
                        Optional.empty()));
        assertThat(rules.route())
                .containsExactly(
                        new RouteRule(match("debug*", Map.of()), Set.of(), Optional.empty()),
                        new RouteRule(match("cpu", Map.of()), Set.of(Feed.STORAGE, Feed.LIVE), Optional.empty()),
                        new RouteRule(links, Set.of(Feed.LIVE), Optional.of(Duration.ofSeconds(1))));
        assertThat(rules.suppress())
                .containsExactly(
                        new SuppressRule(
                                "link-status",
                                links,
                                Fields.named("status"),
                                new SuppressMode.Change(),
                                Optional.of(Duration.ofMinutes(5)),
                                Set.of(Feed.STORAGE)),
                        new SuppressRule(
                                "firmware",
                                match("firmware", Map.of()),
                                Fields.ALL,
                                new SuppressMode.Change(),
                                Optional.empty(),
                                Set.of(Feed.STORAGE)),
                        new SuppressRule(
                                "temperature",
                                match("temp", Map.of()),
                                Fields.named("inlet", "outlet"),
                                new SuppressMode.Deadband(0.2, 0.01),
                                Optional.of(Duration.ofMinutes(1)),
                                Set.of(Feed.STORAGE, Feed.LIVE)),
                        new SuppressRule(
                                "counters",
                                match("net", Map.of()),
                                Fields.ALL,
                                new SuppressMode.AtMost(Duration.ofSeconds(10)),
                                Optional.empty(),
                                Set.of(Feed.LIVE)));
        assertThat(rules.alarms().subList(0, 4))
                .containsExactly(
                        new AlarmRule(
                                "cpu-high",
                                match("cpu", Map.of()),
                                "value",
                                Optional.empty(),
                                Optional.empty(),
                                List.of("detector", "hostname"),
                                new Levels(
                                        Optional.of(Limit.above(80, 75)),
                                        Optional.of(Limit.above(95, 90)),
                                        Optional.of(new Limit(Limit.Kind.OUTSIDE, 0, 100, 1, 99)),
                                        Duration.ofSeconds(10),
                                        Duration.ofSeconds(5),
                                        Optional.empty()),
                                new Handling(
                                        MessageTemplate.of("CPU of {hostname} at {value} %"),
                                        "docs/runbooks/cpu.md",
                                        true,
                                        Optional.of(new Action(
                                                "drain-node",
                                                Action.On.UNACKNOWLEDGED,
                                                Severity.MAJOR,
                                                new TreeMap<>(Map.of(
                                                        "node", MessageTemplate.of("{hostname}"),
                                                        "why", MessageTemplate.of("{alarm} at {value}"))),
                                                new ActionLimit(5, Duration.ofMinutes(10)),
                                                true,
                                                List.of(WithdrawOn.CLEARED, WithdrawOn.ACKNOWLEDGED),
                                                Optional.of(Duration.ofSeconds(30)))),
                                        Optional.of(new Chatter(
                                                new Recurrence(5, Duration.ofMinutes(2)), Duration.ofMinutes(10))),
                                        Optional.of(new Escalation(Duration.ofMinutes(15), Severity.MAJOR)),
                                        Optional.of(new OtherAlarms(List.of("farm-down"), List.of("detector"))),
                                        Optional.of(new MaskedWhile(new TreeMap<>(Map.of(
                                                "run_type",
                                                OneOf.of(List.of(new Glob("maintenance"), new Glob("calib*"))),
                                                "beam",
                                                new Glob("off"))))))),
                        new AlarmRule(
                                "disk-full",
                                match("disk", Map.of()),
                                "free",
                                Optional.empty(),
                                Optional.empty(),
                                List.of(),
                                new Levels(
                                        Optional.empty(),
                                        Optional.of(Limit.below(5.5, 5.5)),
                                        Optional.empty(),
                                        Duration.ZERO,
                                        Duration.ZERO,
                                        Optional.of(new Recurrence(3, Duration.ofMinutes(1)))),
                                handling(Handling.DEFAULT.message(), false, Optional.empty())),
                        alarm(
                                "link-state",
                                "link",
                                "state",
                                Optional.of(new States(true, List.of("UP"))),
                                new States(false, List.of("DOWN", "ERROR")),
                                new Flapping(new Recurrence(5, Duration.ofMinutes(1)))),
                        alarm(
                                "sensor-stuck",
                                "temp",
                                "value",
                                Optional.empty(),
                                Limit.above(40, 40),
                                new Stuck(Duration.ofMinutes(10))));
        assertThat(rules.late()).extracting(LateAlarm::name).containsExactly("disk-trend", "slow");
        assertThat(rules.late().get(0))
                .isEqualTo(new LateAlarm(
                        "predict_linear(disk_used[6h], 86400) > 95",
                        Duration.ofMinutes(5),
                        Duration.ofSeconds(30),
                        new AlarmRule(
                                "disk-trend",
                                match("weir_late_disk-trend", Map.of()),
                                "held",
                                Optional.empty(),
                                Optional.empty(),
                                List.of("hostname"),
                                new Levels(
                                        Optional.of(Limit.above(899, 899)),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Duration.ZERO,
                                        Duration.ZERO,
                                        Optional.empty()),
                                handling(
                                        MessageTemplate.of("{hostname}: full within a day"),
                                        false,
                                        Handling.DEFAULT.chatter()))));
        assertThat(rules.alarms()).extracting(AlarmRule::name).endsWith("disk-trend", "slow", "weir-late");
        assertThat(rules.composites())
                .containsExactly(
                        new CompositeRule(
                                "farm-bad",
                                List.of("cpu-high", "disk-full"),
                                List.of("detector"),
                                3,
                                false,
                                Optional.empty(),
                                handling(
                                        MessageTemplate.of("{value} alarms of {detector}"),
                                        false,
                                        Handling.DEFAULT.chatter())),
                        new CompositeRule(
                                "link-or-drops",
                                List.of("link-state", "drops"),
                                List.of("hostname"),
                                1,
                                false,
                                Optional.of(Severity.MINOR),
                                Handling.DEFAULT),
                        new CompositeRule(
                                "all-bad",
                                List.of("farm-bad", "link-or-drops"),
                                List.of(),
                                2,
                                true,
                                Optional.of(Severity.MAJOR),
                                handling(Handling.DEFAULT.message(), true, Handling.DEFAULT.chatter())));
    }

    private static Handling handling(MessageTemplate message, boolean latch, Optional<Chatter> chatter) {
        return new Handling(
                message, "", latch, Optional.empty(), chatter, Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static AlarmRule alarm(
            String name, String measurement, String field, Optional<Level> minor, Level major, Level invalid) {
        return new AlarmRule(
                name,
                match(measurement, Map.of()),
                field,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                new Levels(
                        minor,
                        Optional.of(major),
                        Optional.of(invalid),
                        Duration.ZERO,
                        Duration.ZERO,
                        Optional.empty()),
                Handling.DEFAULT);
    }

    @Test
    void namesTheOutputOfAnAggregation() {
        List<AggregateRule> rules =
                RuleLoader.parse("everything.yaml", text("everything.yaml")).aggregate();

        assertThat(rules)
                .extracting(rule -> rule.output("cpu"))
                .containsExactly("cpu_1s", "cpu_1m", "net_10s", "cpu_run");
        assertThat(rules).extracting(AggregateRule::keepRaw).containsExactly(false, true, false, false);
        assertThat(rules).extracting(AggregateRule::grace).contains(Duration.ofSeconds(2));
    }

    @Test
    void passesEverythingThroughWithoutRules() {
        assertThat(RuleLoader.parse("only-version.yaml", text("only-version.yaml")))
                .isEqualTo(RuleFile.passThrough());
    }

    @Test
    void versionsAFileByItsBytes(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("rules.yaml"), "version: 1\n");

        // printf 'version: 1\n' | sha256sum
        assertThat(RuleLoader.load(file).version()).isEqualTo("09bfcc6a14b8");
        assertThat(RuleLoader.parse("", "version:  1\n").version()).isNotEqualTo("09bfcc6a14b8");
        assertThatThrownBy(() -> RuleLoader.load(folder)).isInstanceOf(MistakesException.class);
    }

    static String text(String name) {
        return RuleCase.good().stream()
                .filter(good -> good.name().equals(name))
                .findFirst()
                .orElseThrow()
                .text();
    }

    static Match match(String measurement, Map<String, String> tags) {
        TreeMap<String, TextPattern> globs = new TreeMap<>();
        tags.forEach((key, value) -> globs.put(key, new Glob(value)));
        return new Match(new Glob(measurement), globs);
    }
}
