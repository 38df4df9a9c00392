package io.weir.writer.tier;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.storage.StorageRules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RecomputerTest {
    private static final long NOW = 1_800_000_000_000L;
    private static final long MINUTE_NANOS = 60_000_000_000L;
    private static final StorageRules RULES =
            RuleLoader.parse("rules.yaml", """
                    version: 1
                    storage: {tiers: [{name: raw, keep: 7d}, {name: s10, every: 10s, keep: 30d}, {name: m1, every: 1m, keep: 2y}]}
                    """).storage();

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ScriptedTierServer server = new ScriptedTierServer(NOW, RULES);
    private final Recomputer recomputer = new Recomputer(server, new TierMeters(registry, "main"), server.nanos::get);

    @Test
    void mergesRepeatedAndAdjacentMarks() throws IOException {
        recomputer.run(
                RULES,
                List.of(
                        mark("s10", "a", 0),
                        mark("s10", "b", 0),
                        mark("s10", "a", 10),
                        mark("m1", "a", 0),
                        mark("s10", "a", 0)),
                null);

        assertThat(server.computed).containsExactly("s10 a -20..0", "s10 b -10..0", "m1 a -60..0");
        assertThat(counted("computed")).isEqualTo(3);
    }

    @Test
    void addsNewPartsBesideRefusedOnes() throws IOException {
        server.wanted.addAll(List.of("s10/a", "s10/b", "s10/c", "s10/d"));
        server.refuses = "s10/a";
        server.unreadable = "s10/c";

        recomputer.grow(RULES, windows -> {});

        assertThat(server.applied).containsExactly("s10/b", "s10/d");
        assertThat(counted("failures")).isEqualTo(2);
    }

    @Test
    void aRefusedTableHoldsNoOtherBack() throws IOException {
        server.refuses = "a";
        List<Mark> marks = List.of(mark("s10", "a", 0), mark("s10", "b", 0));

        Recomputer.Round first = recomputer.run(RULES, marks, null);

        assertThat(server.computed).containsExactly("s10 b -10..0");
        assertThat(first.rest()).containsExactly(mark("s10", "a", 0));
        assertThat(first.refused()).isEqualTo(first.rest());
        assertThat(counted("failures")).isEqualTo(1);
        server.computed.clear();
        server.refuses = "";
        server.nanos.addAndGet(MINUTE_NANOS);

        Recomputer.Round second = recomputer.run(RULES, first.rest(), first.life());

        assertThat(server.computed).containsExactly("s10 a -10..0");
        assertThat(second.rest()).isEmpty();
    }

    @Test
    void reportsARefusedTableOnceUntilItIsComputed() throws IOException {
        server.refuses = "a";
        Logger logger = (Logger) LoggerFactory.getLogger(Refusals.class);
        ListAppender<ILoggingEvent> said = new ListAppender<>();
        said.start();
        logger.addAppender(said);
        logger.setLevel(Level.INFO);
        try {
            for (int round = 0; round < 3; round++) {
                recomputer.run(RULES, List.of(mark("s10", "a", 0)), null);
                server.nanos.addAndGet(MINUTE_NANOS);
            }
            server.refuses = "";
            recomputer.run(RULES, List.of(mark("s10", "a", 0)), null);
        } finally {
            logger.setLevel(null);
            logger.detachAppender(said);
        }
        assertThat(said.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "the store refuses to compute tier=s10 measurement=a from_ms=" + (NOW - 10_000)
                                + " reason=field type conflict; others go on, the writer tries again",
                        "the store computes again tier=s10 measurement=a");
    }

    @Test
    void givesUpOnlyTheWindowsWhoseStatementIsRefusedADozenTimes() throws IOException {
        Mark all = new Mark("s10", Optional.of("a"), NOW - 3 * 86_400_000, NOW);
        long bad = NOW - 2 * 86_400_000;
        server.bad = Set.of(bad, bad + 10_000);
        List<Mark> rest = List.of(all);
        for (int round = 1; round < 12; round++) {
            rest = recomputer.run(RULES, rest, null).rest();
            assertThat(rest).containsExactly(new Mark("s10", Optional.of("a"), bad, NOW));
            server.nanos.addAndGet(MINUTE_NANOS);
            // Rounds in between have windows that ended, while those of this table are in Kafka.
            recomputer.run(RULES, List.of(mark("s10", round % 2 == 0 ? "a" : "b", 0)), null);
        }
        assertThat(counted("refused")).isZero();

        assertThat(recomputer.run(RULES, rest, null).rest()).isEmpty();
        assertThat(counted("refused")).isEqualTo(2);
        assertThat(server.windows).hasSize(3 * 8_640 - 2).doesNotContain(bad, bad + 10_000);
    }

    @Test
    void givesUpAllWindowsOfATableThatIsAlwaysRefused() throws IOException {
        server.refuses = "a";
        List<Mark> rest = List.of(new Mark("s10", Optional.of("a"), NOW - 3_600_000, NOW));
        for (int round = 1; round <= 12; round++) {
            rest = recomputer.run(RULES, rest, null).rest();
            server.nanos.addAndGet(MINUTE_NANOS);
        }
        assertThat(rest).isEmpty();
        assertThat(counted("refused")).isEqualTo(360);
    }

    @Test
    void neverGivesUpForMemory() throws IOException {
        server.mostWindows = 0;
        List<Mark> rest = List.of(mark("s10", "a", 0));
        for (int round = 0; round < 30; round++) {
            rest = recomputer.run(RULES, rest, null).rest();
            server.nanos.addAndGet(10 * MINUTE_NANOS);
        }
        assertThat(rest).containsExactly(mark("s10", "a", 0));
        assertThat(counted("failures")).isEqualTo(30);
    }

    @Test
    void triesARefusedTableAgainAfterPausesThatDouble() throws IOException {
        server.mostWindows = 0;
        List<Mark> rest = List.of(mark("s10", "a", 0));
        List<Integer> tried = new ArrayList<>();
        for (int second = 0; second < 3_000; second++) {
            double before = counted("failures");
            assertThat(recomputer.run(RULES, rest, null).refused()).isEqualTo(rest);
            if (counted("failures") > before) {
                tried.add(second);
            }
            assertThat(recomputer.isHeld(RULES, rest.get(0))).isTrue();
            server.nanos.addAndGet(1_000_000_000);
        }
        assertThat(tried).containsExactly(0, 5, 15, 35, 75, 155, 315, 635, 1_235, 1_835, 2_435);
        assertThat(recomputer.isHeld(RULES, mark("s10", "b", 0))).isFalse();
    }

    @Test
    void aRoundIsShortAndTheNextOneGoesOnWhereItStopped() throws IOException {
        server.nanosOfEach = MINUTE_NANOS / 3;
        List<Mark> rest = IntStream.range(0, 7)
                .mapToObj(table -> mark("s10", "t" + table, 0))
                .toList();
        Recomputer.Round first = recomputer.run(RULES, rest, null);
        assertThat(server.computed).containsExactly("s10 t0 -10..0", "s10 t1 -10..0");
        assertThat(first.open()).isEqualTo(rest.subList(2, 7));
        assertThat(first.refused()).isEmpty();
        server.computed.clear();

        recomputer.run(RULES, List.of(mark("s10", "t0", 10)), null);
        recomputer.run(
                RULES,
                Stream.concat(Stream.of(mark("s10", "t0", 20)), first.rest().stream())
                        .toList(),
                null);

        assertThat(server.computed).containsExactly("s10 t0 -20..-10", "s10 t2 -10..0", "s10 t3 -10..0");
    }

    @Test
    void dividesARangeThatIsTooLargeForTheServer() throws IOException {
        server.mostWindows = 500;
        Mark day = new Mark("s10", Optional.of("a"), NOW - 86_400_000, NOW);

        assertThat(recomputer.run(RULES, List.of(day), null).rest()).isEmpty();

        assertThat(server.sizes).startsWith(270L, 303L, 340L, 382L, 429L, 482L, 271L);
        assertThat(server.computed).first().asString().startsWith("s10 a -86400..");
        assertThat(server.sizes.stream().mapToLong(Long::longValue).sum()).isEqualTo(8_640);
        server.sizes.clear();
        server.mostWindows = Integer.MAX_VALUE;
        recomputer.run(RULES, List.of(new Mark("s10", Optional.of("a"), NOW - 6 * 86_400_000L, NOW)), null);
        assertThat(server.sizes).as("grows again").contains(2_160L);
    }

    @Test
    void aSlowTableHoldsNoOtherBack() throws IOException {
        server.slow = "a";
        Mark day = new Mark("s10", Optional.of("a"), NOW - 86_400_000, NOW);
        Mark other = new Mark("s10", Optional.of("b"), NOW - 86_400_000, NOW);

        Recomputer.Round round = recomputer.run(RULES, List.of(day, other), null);

        assertThat(server.computed).containsExactly("s10 a -86400..-64800");
        assertThat(round.open()).containsExactly(other, new Mark("s10", Optional.of("a"), NOW - 64_800_000, NOW));
        server.computed.clear();
        recomputer.run(RULES, round.rest(), null);
        assertThat(server.computed)
                .as("the other one first, and half as much")
                .containsExactly("s10 b -86400..-64800", "s10 a -64800..-54000");
    }

    @Test
    void computesWindowsThatARestartedServerMissed() throws IOException {
        TierServer.Life before = recomputer.run(RULES, List.of(), null).life();
        assertThat(server.computed).isEmpty();
        server.life = new TierServer.Life(NOW + 60_000, NOW + 65_000);

        TierServer.Life now = recomputer.run(RULES, List.of(), before).life();

        assertThat(server.computed).containsExactly("s10 * -20..60", "m1 * -120..60");
        server.computed.clear();
        recomputer.run(RULES, List.of(), now);
        assertThat(server.computed).isEmpty();
    }

    @Test
    void computesEndedWindowsOfAServerThatDoesNot() throws IOException {
        server.computesWindows = false;
        long day = 7 * 24 * 3600;
        TierServer.Life before = recomputer.run(RULES, List.of(), null).life();
        assertThat(server.computed)
                .as("all of raw, in chunks")
                .contains("s10 cpu -" + day + "..-" + (day - 6 * 3600), "s10 cpu -21600..0", "m1 cpu -21600..0");
        server.computed.clear();

        server.life = new TierServer.Life(0, NOW + 9_999);
        TierServer.Life within = recomputer.run(RULES, List.of(), before).life();
        assertThat(server.computed).isEmpty();

        server.life = new TierServer.Life(0, NOW + 35_000);
        TierServer.Life later = recomputer.run(RULES, List.of(), within).life();
        assertThat(server.computed).as("and the window before").containsExactly("s10 cpu -10..30");
        server.computed.clear();

        server.life = new TierServer.Life(0, NOW + 60_000);
        recomputer.run(RULES, List.of(), later);
        assertThat(server.computed).containsExactly("s10 cpu 20..60", "m1 cpu -60..60");
    }

    /** The next rounds do not have the mark, because its table is held. */
    @Test
    void windowsOfAHiddenTableThatAMarkNamesWait() throws IOException {
        server.computesWindows = false;
        server.hidden = Set.of("a");
        server.refuses = "a";
        recomputer.run(RULES, List.of(mark("s10", "a", 600), mark("s10", "dropped", 600)), server.life);
        server.computed.clear();

        TierServer.Life before = server.life;
        server.life = new TierServer.Life(0, NOW + 35_000);
        Recomputer.Round round = recomputer.run(RULES, List.of(), before);

        assertThat(server.computed).containsExactly("s10 cpu -10..30");
        assertThat(round.refused()).containsExactly(new Mark("s10", Optional.of("a"), NOW - 10_000, NOW + 30_000));
    }

    /** A target that was InfluxDB before leaves such a mark. */
    @Test
    void aMarkForAllMeasurementsIsOneForEachIfTheServerNeedsThat() throws IOException {
        server.computesWindows = false;
        TierServer.Life before = server.life;
        server.measurements = List.of("cpu", "disk");
        Mark all = new Mark("s10", Optional.empty(), NOW - 20_000, NOW);

        assertThat(recomputer
                        .run(RULES, List.of(all, mark("s10", "cpu", 20)), before)
                        .rest())
                .isEmpty();

        assertThat(server.computed).containsExactly("s10 cpu -30..0", "s10 disk -20..0");
        server.measurements = List.of();
        assertThat(recomputer.run(RULES, List.of(all), before).rest()).isEmpty();
    }

    @Test
    void theFirstRunBeginsAtTheFirstRowOfRaw() throws IOException {
        server.computesWindows = false;
        server.first = OptionalLong.of(NOW - 95_000);
        recomputer.run(RULES, List.of(), null);
        assertThat(server.computed).containsExactly("s10 cpu -100..0", "m1 cpu -120..0");

        server.computed.clear();
        server.first = OptionalLong.empty();
        recomputer.run(RULES, List.of(), null);
        assertThat(server.computed).isEmpty();
    }

    @Test
    void skipsWindowsIncompleteInRaw() throws IOException {
        long week = 7 * 24 * 3600;

        recomputer.run(RULES, List.of(mark("s10", "a", week), mark("s10", "b", week - 10)), null);

        assertThat(server.computed).containsExactly("s10 b -" + week + "..-" + (week - 10));
        assertThat(counted("gone")).isEqualTo(1);
    }

    @Test
    void skipsTiersThatTheStoreLacks() throws IOException {
        server.parts.remove(2);

        recomputer.run(RULES, List.of(mark("s10", "a", 0), mark("m1", "a", 0), mark("gone", "a", 0)), null);

        assertThat(server.computed).containsExactly("s10 a -10..0");
    }

    private double counted(String meter) {
        return registry.get("weir.writer.tiers." + meter).counter().count();
    }

    /** The window that ended this many seconds ago. */
    private static Mark mark(String tier, String measurement, long agoSeconds) {
        long to = NOW - agoSeconds * 1_000;
        return new Mark(tier, Optional.of(measurement), to - (tier.equals("m1") ? 60_000 : 10_000), to);
    }
}
