package io.weir.standalone.top;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.standalone.alarms.AlarmLine;
import io.weir.standalone.send.Sent;
import io.weir.standalone.status.RateText;
import io.weir.standalone.top.Grid.Cell;
import io.weir.standalone.top.Grid.Column;
import io.weir.standalone.topic.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jline.utils.AttributedString;

/** The lists of a screen. Pure. Each has a heading and no more lines than its room. */
final class Lists {
    /** Lines that describe the selected alarm. */
    static final int DETAIL_LINES = 3;

    private static final int WIDEST_NAME = 40;
    /** The width of the numbers beside a reason. */
    private static final int NUMBERS = 28;

    private static final String UNKNOWN = "-";

    private final Snapshot snapshot;
    private final int width;
    private final boolean hasColours;

    Lists(Snapshot snapshot, int width, boolean hasColours) {
        this.snapshot = snapshot;
        this.width = width;
        this.hasColours = hasColours;
    }

    /** A line for each service, and its reason in a line of its own if it needs attention. */
    List<AttributedString> services(int room) {
        boolean isOnePort =
                snapshot.services().stream().map(ServiceRow::port).distinct().count() <= 1;
        List<Column> columns = new ArrayList<>(List.of(
                Column.text("SERVICE", WIDEST_NAME),
                Column.number("IN/S"),
                Column.number("OUT/S"),
                Column.number("LAG"),
                Column.number("BEHIND"),
                Column.text("HEALTH", Integer.MAX_VALUE)));
        if (!isOnePort) {
            columns.add(1, Column.number("PORT"));
        }
        Grid grid = new Grid(columns);
        for (ServiceRow service : snapshot.services()) {
            List<Cell> cells = new ArrayList<>(List.of(
                    Cell.plain(TerminalText.of(service.name())),
                    rate(service.in()),
                    rate(service.out()),
                    Cell.plain(service.lag()
                            .map(lag -> Sent.grouped(lag.records()))
                            .orElse(UNKNOWN)),
                    Cell.plain(service.lag().map(Lists::behind).orElse(UNKNOWN)),
                    health(service)));
            if (!isOnePort) {
                cells.add(
                        1,
                        Cell.plain(
                                service.port().isPresent()
                                        ? Integer.toString(service.port().getAsInt())
                                        : UNKNOWN));
            }
            grid.add(cells);
        }
        List<AttributedString> rows = grid.lines(width, hasColours);
        List<AttributedString> lines = new ArrayList<>(rows.subList(0, 1));
        for (int i = 1; i < rows.size(); i++) {
            ServiceRow service = snapshot.services().get(i - 1);
            lines.add(rows.get(i));
            if (service.isTrouble()) {
                lines.add(text("  " + TerminalText.of(service.detail()), tone(service)));
            }
        }
        return first(lines, room);
    }

    private static Cell health(ServiceRow service) {
        String text =
                switch (service.state()) {
                    case READY, PART, ELSEWHERE -> TerminalText.of(service.detail());
                    case NOT_READY -> "not ready";
                    case DEAD -> "dead: restart it";
                    case AWAY -> "away";
                    case NO_CONSUMER -> "no consumer";
                };
        return new Cell(text, tone(service));
    }

    private static Tone tone(ServiceRow service) {
        return switch (service.state()) {
            case READY -> Tone.GOOD;
            case NOT_READY, DEAD, AWAY -> Tone.MAJOR;
            case NO_CONSUMER -> Tone.MINOR;
            case PART, ELSEWHERE -> Tone.FAINT;
        };
    }

    private static Cell rate(OptionalDouble perSecond) {
        return Cell.plain(perSecond.isPresent() ? RateText.of(perSecond.getAsDouble()) : UNKNOWN);
    }

    private static String behind(StageLag lag) {
        if (lag.seconds().isEmpty()) {
            return UNKNOWN;
        }
        double seconds = lag.seconds().getAsDouble();
        return seconds < 10 ? String.format(Locale.ROOT, "%.1f s", seconds) : Sent.grouped(Math.round(seconds)) + " s";
    }

    /** Refused, dropped and lost lines. */
    List<AttributedString> losses(int cursor, int room) {
        if (snapshot.losses().isEmpty()) {
            return first(List.of(text("REFUSED OR LOST  nothing since the services started", Tone.HEADING)), room);
        }
        Grid grid = new Grid(List.of(
                Column.text("REFUSED OR LOST", Math.max(WIDEST_NAME / 2, width - NUMBERS)),
                Column.number("RATE"),
                Column.number("SINCE START")));
        for (LossRow loss : snapshot.losses()) {
            boolean isGrowing = loss.perSecond().orElse(0) > 0;
            grid.add(List.of(
                    new Cell(TerminalText.of(loss.reason()), isGrowing ? Tone.MINOR : Tone.PLAIN),
                    rate(loss.perSecond()),
                    Cell.plain(Sent.grouped(loss.total()))));
        }
        return window(grid, cursor, room);
    }

    /** The hosts, the busiest first. */
    List<AttributedString> hosts(int cursor, int room) {
        if (!(snapshot.dashboard() instanceof DashboardAnswer.View view)) {
            return first(List.of(text("HOSTS  unknown: the dashboard does not answer", Tone.HEADING)), room);
        }
        if (view.hosts().isEmpty()) {
            return first(List.of(text("HOSTS  no lines in metrics.live", Tone.HEADING)), room);
        }
        Grid grid = new Grid(List.of(
                Column.text("HOST", WIDEST_NAME),
                Column.number("LIVE LINES/S"),
                Column.number("ALARMS"),
                Column.number("LAST LINE")));
        for (HostRow host : view.hosts()) {
            grid.add(List.of(
                    Cell.plain(host.name().isEmpty() ? "(no host named)" : TerminalText.of(host.name())),
                    Cell.plain(RateText.of(host.perSecond())),
                    new Cell(Integer.toString(host.alarms()), host.alarms() > 0 ? Tone.MINOR : Tone.PLAIN),
                    Cell.plain(Ages.of(host.seen(), snapshot.time()))));
        }
        return window(grid, cursor, room);
    }

    /**
     * The alarms, the most urgent first.
     *
     * @param shown those that the filter selects
     */
    List<AttributedString> alarms(List<AlarmEvent> shown, ViewState state, int room) {
        if (snapshot.dashboard() instanceof DashboardAnswer.Failure failure) {
            return first(
                    List.of(
                            text("ALARMS  unknown: the dashboard does not answer", Tone.HEADING),
                            text(
                                    "  " + TerminalText.of(failure.reason())
                                            + "; start weir dashboard, or name another with --dashboard URL",
                                    Tone.MAJOR)),
                    room);
        }
        List<AttributedString> lines = new ArrayList<>();
        lines.add(text("ALARMS  " + tally() + filter(state, shown.size()), Tone.HEADING));
        if (snapshot.dashboard() instanceof DashboardAnswer.View view
                && !view.doubt().isEmpty()) {
            lines.add(text("  may be old: dashboard: " + TerminalText.of(view.doubt()), Tone.MAJOR));
        }
        if (!shown.isEmpty()) {
            lines.addAll(window(rows(shown), state.cursor().line(), room - lines.size()));
        }
        return first(lines, room);
    }

    private Grid rows(List<AlarmEvent> shown) {
        Grid grid = new Grid(List.of(
                Column.text("SEVERITY", WIDEST_NAME),
                Column.text("STATE", WIDEST_NAME),
                Column.number("SINCE"),
                Column.text("ID", Math.max(WIDEST_NAME / 2, Math.min(WIDEST_NAME, width / 4))),
                Column.text("MESSAGE", Integer.MAX_VALUE)));
        for (AlarmEvent alarm : shown) {
            Tone tone = Tone.of(alarm.severity());
            grid.add(List.of(
                    new Cell(alarm.severity().name(), tone),
                    new Cell(alarm.to().name(), alarm.to().isUnacknowledged() ? tone : Tone.PLAIN),
                    Cell.plain(Ages.of(alarm.since(), snapshot.time())),
                    Cell.plain(AlarmLine.text(alarm.id())),
                    Cell.plain(AlarmLine.message(alarm))));
        }
        return grid;
    }

    private String tally() {
        AlarmTally tally = AlarmTally.of(snapshot.alarms());
        String raised = tally.raised().entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey().name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        return (raised.isEmpty() ? "none raised" : raised)
                + (tally.unacknowledged() == 0 ? "" : "; " + tally.unacknowledged() + " not acknowledged")
                + (tally.hidden() == 0 ? "" : "; " + tally.hidden() + " hidden");
    }

    private static String filter(ViewState state, int matching) {
        return state.words().isBlank() ? "" : "; " + matching + " match /" + TerminalText.of(state.words());
    }

    /** The whole text of the selected alarm. */
    List<AttributedString> detail(List<AlarmEvent> shown, int cursor) {
        if (shown.isEmpty()) {
            return List.of();
        }
        AlarmEvent alarm = shown.get(Math.min(cursor, shown.size() - 1));
        return List.of(
                text(AlarmLine.text(alarm.id()), Tone.HEADING),
                text("value " + AlarmLine.value(alarm) + "  " + AlarmLine.message(alarm), Tone.PLAIN),
                text(
                        alarm.guidance().isEmpty()
                                ? "weir alarms explain shows why"
                                : "guidance: " + AlarmLine.text(alarm.guidance()),
                        Tone.FAINT));
    }

    /**
     * The heading, and the rows around the cursor, which is reversed.
     *
     * @param cursor -1 for none
     */
    private List<AttributedString> window(Grid grid, int cursor, int room) {
        int rows = grid.size();
        int selected = Math.min(cursor, rows - 1);
        // The last line may have to say how many rows follow.
        int shown = rows <= room - 1 ? rows : Math.max(0, room - 2);
        int from = Math.max(0, Math.min(selected - shown / 2, rows - shown));
        List<AttributedString> window = grid.lines(from, from + shown, width, hasColours);
        int line = 1 + selected - from;
        if (selected >= 0 && line < window.size()) {
            window.set(line, reversed(window.get(line)));
        }
        if (shown < rows) {
            window.add(text("  " + more(rows, from, shown), Tone.FAINT));
        }
        return first(window, room);
    }

    private static String more(int rows, int from, int shown) {
        return from == 0 ? (rows - shown) + " more" : (from + 1) + " to " + (from + shown) + " of " + rows;
    }

    private AttributedString reversed(AttributedString line) {
        String blanks = " ".repeat(Math.max(0, width - line.columnLength()));
        return new AttributedString(line + blanks, Tone.SELECTED.style(hasColours));
    }

    private static List<AttributedString> first(List<AttributedString> lines, int room) {
        return lines.subList(0, Math.max(0, Math.min(room, lines.size())));
    }

    private AttributedString text(String text, Tone tone) {
        return Grid.line(text, tone, width, hasColours);
    }
}
