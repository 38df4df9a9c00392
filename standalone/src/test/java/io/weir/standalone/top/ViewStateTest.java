package io.weir.standalone.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.top.ViewState.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jline.terminal.KeyParser;
import org.junit.jupiter.api.Test;

class ViewStateTest {
    private static final String UP = "\033[A";
    private static final String DOWN = "\033[B";
    private static final String PAGE_DOWN = "\033[6~";
    private static final String HOME = "\033[H";
    private static final String END = "\033[F";
    private static final String ENTER = "\r";
    private static final String ESCAPE = "\033";
    private static final String BACKSPACE = "\177";
    private static final List<String> ENTRIES =
            IntStream.range(0, 20).mapToObj(i -> "entry" + i).toList();

    @Test
    void qEnds() {
        assertThat(after("q").isEnded()).isTrue();
        assertThat(after("?", "q").isEnded()).isTrue();
        assertThat(after("x").isEnded()).isFalse();
    }

    @Test
    void theCursorStaysInTheList() {
        assertThat(after(DOWN, "j", "j").cursor().line()).isEqualTo(3);
        assertThat(after(DOWN, "j", UP, "k", "k").cursor().line()).isZero();
        assertThat(after(PAGE_DOWN).cursor().line()).isEqualTo(10);
        assertThat(after(PAGE_DOWN, PAGE_DOWN).cursor().line()).isEqualTo(19);
        assertThat(after("G").cursor().line()).isEqualTo(19);
        assertThat(after(END, HOME).cursor().line()).isZero();
        assertThat(after("G", "g").cursor().line()).isZero();
        assertThat(ViewState.START
                        .after(KeyParser.parse(DOWN), List.of())
                        .cursor()
                        .line())
                .isZero();
    }

    @Test
    void theCursorKeepsItsEntry() {
        List<String> changed = new ArrayList<>(ENTRIES);
        changed.add(0, "worse");

        assertThat(after("a", "j", "j").in(changed).cursor()).isEqualTo(new Cursor(3, Optional.of("entry2")));
        assertThat(after("a", "j", "j", HOME).in(changed).cursor()).isEqualTo(Cursor.TOP);
        assertThat(after("a").in(changed).cursor()).isEqualTo(Cursor.TOP);
    }

    @Test
    void aLetterOpensItsPanelAndClosesIt() {
        assertThat(after("a").panel()).isEqualTo(Panel.ALARMS);
        assertThat(after("a", "a").panel()).isEqualTo(Panel.ALL);
        assertThat(after("a", "h").panel()).isEqualTo(Panel.HOSTS);
        assertThat(after("l").panel()).isEqualTo(Panel.LOSSES);
        assertThat(after("l", ESCAPE).panel()).isEqualTo(Panel.ALL);
        assertThat(after("j", "h").cursor().line()).isZero();
    }

    @Test
    void aFilterAppliesWhileItIsTypedAndAfterEnter() {
        assertThat(after("/", "f", "q").words()).isEqualTo("fq");
        assertThat(after("/", "f", "q").isEnded()).isFalse();
        assertThat(after("/", "f", "l", BACKSPACE, "o", ENTER).filter()).isEqualTo("fo");
        assertThat(after("/", "f", ENTER, "q").isEnded()).isTrue();
        assertThat(after("/", BACKSPACE, "f").words()).isEqualTo("f");
        assertThat(after("/", "f", ENTER, "/", "o").words()).isEqualTo("fo");
    }

    @Test
    void escapeClearsTheFilterFirst() {
        assertThat(after("/", "f", ESCAPE)).isEqualTo(ViewState.START);
        ViewState cleared = after("a", "/", "f", ENTER, ESCAPE);
        assertThat(cleared.words()).isEmpty();
        assertThat(cleared.panel()).isEqualTo(Panel.ALARMS);
        assertThat(after("a", "/", "f", ENTER, ESCAPE, ESCAPE)).isEqualTo(ViewState.START);
    }

    @Test
    void aFilterInAnotherListLeadsToTheAlarms() {
        assertThat(after("h", "/").panel()).isEqualTo(Panel.ALARMS);
        assertThat(after("/").panel()).isEqualTo(Panel.ALL);
    }

    @Test
    void anyKeyClosesTheHelp() {
        assertThat(after("?").isHelp()).isTrue();
        assertThat(after("?", "j")).isEqualTo(ViewState.START);
    }

    private static ViewState after(String... keys) {
        ViewState state = ViewState.START;
        for (String key : keys) {
            state = state.after(KeyParser.parse(key), ENTRIES);
        }
        return state;
    }
}
