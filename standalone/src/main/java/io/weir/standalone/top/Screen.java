package io.weir.standalone.top;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.rule.match.AlarmFilter;
import io.weir.contract.rule.match.WordFilter;
import io.weir.standalone.alarms.AlarmLine;
import io.weir.standalone.top.ViewState.Panel;
import io.weir.standalone.topic.TerminalText;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/**
 * The lines of a screen. Pure. No line exceeds the width, and there are no more lines than the height.
 */
final class Screen {
    /** Lines that the lists below the services keep, however many services there are. */
    private static final int LISTS = 8;

    private static final int MOST_NOTES = 3;
    private static final String KEYS = "q quit  j/k move  / filter  a alarms  h hosts  l losses  ? help";
    private static final List<String> HELP = List.of(
            "q, Ctrl-C      quit",
            "j k, arrows    move in the list; PgUp, PgDn, Home, End, g, G move further;",
            "               the cursor keeps its entry, after g and Home the first line",
            "a, h, l        alarms, hosts, or lost lines on the whole screen, and back",
            "/              filter of the alarms: words as of weir alarms list;",
            "               Enter keeps it, Esc clears it",
            "Esc            clears the filter; then back to all lists",
            "?              this help",
            "",
            "IN/S, OUT/S    lines per second that a service read and passed on: the gateway",
            "               to Kafka, processing to storage, the writer to its store.",
            "               For alarming, OUT/S counts transitions of alarms; for notifier,",
            "               relay and phoebus, messages.",
            "LAG, BEHIND    records of Kafka that the stage has not finished, on all",
            "               machines, and about how long it took to write as many",
            "latency        from the gateway's receipt to the store, since the last update");

    private final int width;
    private final int height;
    private final boolean hasColours;

    Screen(int width, int height, boolean hasColours) {
        this.width = width;
        this.height = height;
        this.hasColours = hasColours;
    }

    /** The names of the entries in the list in which the cursor moves. */
    static List<String> entries(Snapshot snapshot, ViewState state) {
        return switch (state.panel()) {
            case ALL, ALARMS ->
                alarms(snapshot, state).stream().map(AlarmEvent::id).toList();
            case HOSTS -> snapshot.hosts().stream().map(HostRow::name).toList();
            case LOSSES -> snapshot.losses().stream().map(LossRow::reason).toList();
        };
    }

    /** A screen before the first answers. */
    List<AttributedString> waiting() {
        return List.of(text("weir top  asking the services", Tone.HEADING));
    }

    /** A screen for output that no user works with. */
    List<AttributedString> printed(Snapshot snapshot) {
        List<AttributedString> lines = head(snapshot);
        addAll(lines, snapshot, ViewState.PRINTED, height);
        return lines;
    }

    /** A screen with a line of keys at its end, as high as the terminal. */
    List<AttributedString> live(Snapshot snapshot, ViewState state) {
        List<AttributedString> lines = head(snapshot);
        int room = height - 1;
        if (state.isHelp()) {
            HELP.forEach(line -> lines.add(text(line, Tone.PLAIN)));
        } else {
            Lists lists = new Lists(snapshot, width, hasColours);
            switch (state.panel()) {
                case ALL -> addAll(lines, snapshot, state, room);
                case ALARMS -> {
                    List<AlarmEvent> alarms = alarms(snapshot, state);
                    lines.addAll(lists.alarms(alarms, state, room - lines.size() - Lists.DETAIL_LINES));
                    lines.addAll(lists.detail(alarms, state.cursor().line()));
                }
                case HOSTS -> lines.addAll(lists.hosts(state.cursor().line(), room - lines.size()));
                case LOSSES -> lines.addAll(lists.losses(state.cursor().line(), room - lines.size()));
            }
        }
        while (lines.size() > Math.max(0, room)) {
            lines.remove(lines.size() - 1);
        }
        while (lines.size() < room) {
            lines.add(AttributedString.EMPTY);
        }
        lines.add(foot(state));
        return lines;
    }

    private void addAll(List<AttributedString> lines, Snapshot snapshot, ViewState state, int room) {
        Lists lists = new Lists(snapshot, width, hasColours);
        lines.addAll(lists.services(Math.max(1, room - lines.size() - LISTS)));
        int rest = room - lines.size();
        lines.addAll(lists.losses(-1, Math.max(2, rest / 4)));
        lines.addAll(lists.hosts(-1, Math.max(2, rest / 4)));
        lines.addAll(lists.alarms(alarms(snapshot, state), state, room - lines.size()));
    }

    private static List<AlarmEvent> alarms(Snapshot snapshot, ViewState state) {
        if (state.words().isBlank()) {
            return snapshot.alarms();
        }
        try {
            AlarmFilter filter = new AlarmFilter(new WordFilter(state.words()));
            return snapshot.alarms().stream().filter(filter).toList();
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }

    private List<AttributedString> head(Snapshot snapshot) {
        List<AttributedString> head = new ArrayList<>();
        long ready = snapshot.services().stream()
                .filter(service -> service.state() == ServiceRow.State.READY)
                .count();
        long notReady = snapshot.services().stream().filter(ServiceRow::isDown).count();
        String services = (notReady == 0 ? "" : ready + " of ")
                + (ready + notReady)
                + (ready + notReady == 1 ? " service ready" : " services ready");
        head.add(text("weir top  " + AlarmLine.time(snapshot.time()) + " UTC  " + services, Tone.HEADING));
        snapshot.notes().stream().limit(MOST_NOTES).forEach(note -> head.add(text(TerminalText.of(note), Tone.MAJOR)));
        return head;
    }

    private AttributedString foot(ViewState state) {
        if (state.typed().isPresent()) {
            return text("/" + TerminalText.of(state.typed().get()) + "_  (Enter keeps, Esc clears)", Tone.PLAIN);
        }
        String back = state.panel() == Panel.ALL ? "" : "Esc back  ";
        return text(back + KEYS, Tone.FAINT);
    }

    private AttributedString text(String text, Tone tone) {
        return Grid.line(text, tone, width, hasColours);
    }
}
