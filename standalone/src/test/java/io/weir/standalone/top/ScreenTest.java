package io.weir.standalone.top;

import static io.weir.standalone.top.Snapshots.NOW;
import static io.weir.standalone.top.Snapshots.alarm;
import static io.weir.standalone.top.Snapshots.service;
import static io.weir.standalone.top.Snapshots.view;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.standalone.top.ServiceRow.State;
import io.weir.standalone.top.ViewState.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;

class ScreenTest {
    private static final AlarmEvent MAJOR =
            alarm("cpu-high/flp1", AlarmState.UNACKNOWLEDGED, Severity.MAJOR, "CPU 98 %", 125);
    private static final AlarmEvent MINOR =
            alarm("disk/flp2", AlarmState.ACKNOWLEDGED, Severity.MINOR, "disk 91 % full", 5);
    private static final AlarmEvent SHELVED =
            alarm("fan/flp3", AlarmState.SHELVED, Severity.MAJOR, "fan stands still", 7_300);

    private static final Snapshot FARM = Snapshots.of(
            List.of(
                    new ServiceRow(
                            OptionalInt.of(9400),
                            "gateway",
                            State.READY,
                            "running",
                            OptionalDouble.of(12_345),
                            OptionalDouble.of(12_300),
                            Optional.empty()),
                    new ServiceRow(
                            OptionalInt.of(9400),
                            "processing",
                            State.READY,
                            "running",
                            OptionalDouble.of(12_300),
                            OptionalDouble.of(0),
                            Optional.of(new StageLag("processing", 1_234, OptionalDouble.of(0.1), true))),
                    service("writer", State.NOT_READY, "store questdb://x: Failed to connect")),
            List.of(new LossRow("refused udp missing-fields", OptionalDouble.of(2.5), 1_234)),
            view(
                    List.of(
                            new HostRow("flp1", 250, NOW.minusSeconds(1), 1),
                            new HostRow("flp2", 20, NOW.minusSeconds(600), 0)),
                    List.of(MAJOR, MINOR, SHELVED)));

    @Test
    void showsTheFarmOn80Columns() {
        assertThat(texts(new Screen(80, 24, true).printed(FARM))).containsExactly("""
                weir top  2026-11-28 11:49:32 UTC  2 of 3 services ready
                SERVICE         IN/S     OUT/S    LAG  BEHIND  HEALTH
                gateway     12.3 k/s  12.3 k/s      -       -  running
                processing  12.3 k/s       0/s  1 234   0.1 s  running
                writer             -         -      -       -  not ready
                  store questdb://x: Failed to connect
                REFUSED OR LOST               RATE  SINCE START
                refused udp missing-fields  2.50/s        1 234
                HOST  LIVE LINES/S  ALARMS  LAST LINE
                flp1         250/s       1        1 s
                flp2        20.0/s       0     10 min
                ALARMS  1 major, 1 minor; 1 not acknowledged; 1 hidden
                SEVERITY  STATE           SINCE  ID             MESSAGE
                MAJOR     UNACKNOWLEDGED  2 min  cpu-high/flp1  CPU 98 %
                MINOR     ACKNOWLEDGED      5 s  disk/flp2      disk 91 % full
                MAJOR     SHELVED           2 h  fan/flp3       fan stands still
                """.split("\n"));
    }

    @Test
    void theHelpFitsAUsualTerminal() {
        ViewState help = new ViewState(Panel.ALL, Cursor.TOP, "", Optional.empty(), true, false);
        assertThat(texts(new Screen(80, 24, true).live(FARM, help)))
                .anyMatch(line -> line.startsWith("latency  "))
                .noneMatch(line -> line.endsWith("…"));
    }

    @Test
    void aFilterSelectsAlarmsAndCountsThem() {
        ViewState typing = new ViewState(Panel.ALARMS, Cursor.TOP, "", Optional.of("flp2"), false, false);

        List<String> lines = texts(new Screen(80, 24, true).live(FARM, typing));

        assertThat(lines)
                .anyMatch(line -> line.endsWith("1 hidden; 1 match /flp2"))
                .anyMatch(line -> line.contains("disk/flp2"))
                .noneMatch(line -> line.contains("cpu-high/flp1"));
        assertThat(lines.get(23)).isEqualTo("/flp2_  (Enter keeps, Esc clears)");
        assertThat(Screen.entries(FARM, typing)).containsExactly("disk/flp2");
    }

    @Test
    void theSelectedAlarmIsShownInFull() {
        String message = "much to say ".repeat(5);
        AlarmEvent alarm = alarm("a/" + "b".repeat(70), AlarmState.RETURNED, Severity.OK, message, 1);
        Snapshot snapshot = Snapshots.of(List.of(), List.of(), view(List.of(), List.of(MAJOR, alarm)));

        List<String> lines = texts(new Screen(80, 24, true)
                .live(snapshot, new ViewState(Panel.ALARMS, line(1), "", Optional.empty(), false, false)));

        assertThat(lines).contains(alarm.id(), ("value 98  " + message).strip());
    }

    @Test
    void theCursorIsVisibleInALongList() {
        List<HostRow> hosts = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            hosts.add(new HostRow("host" + i, 100 - i, NOW, 0));
        }
        Snapshot snapshot = Snapshots.of(List.of(), List.of(), view(hosts, List.of()));
        for (int cursor = 0; cursor < 100; cursor++) {
            ViewState state = new ViewState(Panel.HOSTS, line(cursor), "", Optional.empty(), false, false);
            List<AttributedString> lines = new Screen(40, 10, false).live(snapshot, state);
            String host = "host" + cursor + " ";
            assertThat(lines)
                    .filteredOn(line -> line.toString().startsWith(host))
                    .singleElement()
                    .satisfies(line -> assertThat(line.styleAt(0)).isEqualTo(Tone.SELECTED.style(false)));
        }
    }

    @Test
    void aDashboardThatDoesNotAnswerLeavesTheServices() {
        Snapshot snapshot =
                Snapshots.of(FARM.services(), FARM.losses(), new DashboardAnswer.Failure("nothing listens there"));

        assertThat(texts(new Screen(100, 24, true).printed(snapshot)))
                .contains(
                        "HOSTS  unknown: the dashboard does not answer",
                        "ALARMS  unknown: the dashboard does not answer",
                        "  nothing listens there; start weir dashboard, or name another with --dashboard URL")
                .anyMatch(line -> line.startsWith("gateway "));
    }

    @Test
    void oldAlarmsAreMarked() {
        DashboardAnswer old = new DashboardAnswer.View(List.of(), List.of(), List.of(MAJOR), "Kafka does not answer");
        assertThat(texts(new Screen(100, 24, true).printed(Snapshots.of(List.of(), List.of(), old))))
                .contains("  may be old: dashboard: Kafka does not answer");
    }

    @Test
    void nothingControlsTheTerminal() {
        String evil = "\033[2J\u202e\n";
        Snapshot snapshot = Snapshots.of(
                List.of(service("s" + evil, State.NOT_READY, evil)),
                List.of(new LossRow(evil, OptionalDouble.empty(), 1)),
                new DashboardAnswer.View(
                        List.of(),
                        List.of(new HostRow("h" + evil, 1, NOW, 0)),
                        List.of(alarm("i" + evil, AlarmState.UNACKNOWLEDGED, Severity.MAJOR, evil, 1)),
                        evil));
        for (Panel panel : Panel.values()) {
            ViewState state = new ViewState(panel, Cursor.TOP, "", Optional.empty(), false, false);
            assertThat(texts(new Screen(200, 30, true).live(snapshot, state)))
                    .allMatch(line -> line.chars().noneMatch(c -> c < ' ' || c == '\u202e'));
        }
    }

    @Test
    void withoutColoursNoTextHasOne() {
        assertThat(new Screen(80, 24, true).printed(FARM)).anyMatch(ScreenTest::hasColour);
        assertThat(new Screen(80, 24, false).printed(FARM)).noneMatch(ScreenTest::hasColour);
    }

    private static boolean hasColour(AttributedString line) {
        return line.toAnsi().matches("(?s).*\033\\[[0-9;]*3[0-7].*");
    }

    /** Any farm on any terminal: as many lines as rows, and none wider than the terminal. */
    @Test
    void fitsEveryTerminal() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int run = 0; run < 100; run++) {
            int width = 1 + random.nextInt(200);
            int height = 1 + random.nextInt(60);
            Snapshot snapshot = anyFarm(random);
            Panel panel = any(random, Panel.values());
            ViewState state = new ViewState(
                    panel,
                    line(random.nextInt(50)),
                    random.nextBoolean() ? "" : "flp1",
                    random.nextInt(4) == 0 ? Optional.of("x") : Optional.empty(),
                    random.nextInt(8) == 0,
                    false);
            List<AttributedString> lines = new Screen(width, height, true).live(snapshot, state);
            assertThat(lines).as("seed %d, run %d", seed, run).hasSize(height);
            assertThat(lines)
                    .as("seed %d, run %d, width %d", seed, run, width)
                    .allMatch(line -> line.columnLength() <= width);
            assertThat(new Screen(width, height, true).printed(snapshot))
                    .as("seed %d, run %d", seed, run)
                    .allMatch(line -> line.columnLength() <= width);
        }
    }

    private static Cursor line(int line) {
        return new Cursor(line, Optional.empty());
    }

    private static <T> T any(Random random, T[] values) {
        return values[random.nextInt(values.length)];
    }

    private static Snapshot anyFarm(Random random) {
        List<ServiceRow> services = new ArrayList<>();
        for (int i = random.nextInt(12); i > 0; i--) {
            State state = any(random, State.values());
            services.add(service("service" + i, state, "漢字 ".repeat(random.nextInt(30))));
        }
        List<LossRow> losses = new ArrayList<>();
        for (int i = random.nextInt(10); i > 0; i--) {
            losses.add(new LossRow("r".repeat(random.nextInt(100)), OptionalDouble.of(random.nextDouble()), i));
        }
        List<HostRow> hosts = new ArrayList<>();
        for (int i = random.nextInt(40); i > 0; i--) {
            hosts.add(new HostRow("flp" + i, random.nextInt(100), NOW, random.nextInt(3)));
        }
        List<AlarmEvent> alarms = new ArrayList<>();
        for (int i = random.nextInt(40); i > 0; i--) {
            alarms.add(alarm("id/flp" + i, AlarmState.UNACKNOWLEDGED, Severity.MAJOR, "ü".repeat(i), i));
        }
        return Snapshots.of(
                services, losses, random.nextInt(4) == 0 ? new DashboardAnswer.Failure("away") : view(hosts, alarms));
    }

    private static List<String> texts(List<AttributedString> lines) {
        return lines.stream().map(line -> line.toString().stripTrailing()).toList();
    }
}
