package io.weir.standalone.top;

import java.util.List;
import java.util.Optional;
import org.jline.terminal.KeyEvent;

/**
 * The user's choices in the view.
 *
 * @param cursor in the list of the panel
 * @param filter the words that alarms must match; empty for all alarms
 * @param typed the filter while the user types it
 * @param isEnded whether the user ended the view
 */
record ViewState(Panel panel, Cursor cursor, String filter, Optional<String> typed, boolean isHelp, boolean isEnded) {

    /** A list that has the whole screen, or all of them. */
    enum Panel {
        ALL,
        ALARMS,
        HOSTS,
        LOSSES
    }

    static final ViewState START = new ViewState(Panel.ALL, Cursor.TOP, "", Optional.empty(), false, false);
    /** For output that no user works with. */
    static final ViewState PRINTED = new ViewState(Panel.ALL, Cursor.NONE, "", Optional.empty(), false, false);

    private static final int PAGE = 10;
    private static final int LONGEST_FILTER = 200;

    /** The filter that applies now; a filter applies while it is typed. */
    String words() {
        return typed.orElse(filter);
    }

    /**
     * The state after a key.
     *
     * @param entries the list of the panel as it is now
     */
    ViewState after(KeyEvent key, List<String> entries) {
        if (typed.isPresent()) {
            return typing(typed.get(), key);
        }
        if (isHelp) {
            return new ViewState(panel, cursor, filter, typed, false, isCharacter(key, 'q'));
        }
        return switch (key.getType()) {
            case Character -> key.getModifiers().isEmpty() ? character(key.getCharacter(), entries) : this;
            case Arrow ->
                switch (key.getArrow()) {
                    case Up -> to(cursor.moved(-1, entries));
                    case Down -> to(cursor.moved(1, entries));
                    default -> this;
                };
            case Special ->
                switch (key.getSpecial()) {
                    case PageUp -> to(cursor.moved(-PAGE, entries));
                    case PageDown -> to(cursor.moved(PAGE, entries));
                    case Home -> to(Cursor.TOP);
                    case End -> to(cursor.moved(entries.size(), entries));
                    case Escape -> filter.isEmpty() ? in(Panel.ALL) : filtered("", Optional.empty());
                    default -> this;
                };
            default -> this;
        };
    }

    private ViewState character(char character, List<String> entries) {
        return switch (character) {
            case 'q' -> new ViewState(panel, cursor, filter, typed, isHelp, true);
            case 'j' -> to(cursor.moved(1, entries));
            case 'k' -> to(cursor.moved(-1, entries));
            case 'g' -> to(Cursor.TOP);
            case 'G' -> to(cursor.moved(entries.size(), entries));
            case 'a' -> in(panel == Panel.ALARMS ? Panel.ALL : Panel.ALARMS);
            case 'h' -> in(panel == Panel.HOSTS ? Panel.ALL : Panel.HOSTS);
            case 'l' -> in(panel == Panel.LOSSES ? Panel.ALL : Panel.LOSSES);
            case '/' ->
                new ViewState(
                        panel == Panel.ALL ? panel : Panel.ALARMS,
                        Cursor.TOP,
                        filter,
                        Optional.of(filter),
                        isHelp,
                        isEnded);
            case '?' -> new ViewState(panel, cursor, filter, typed, true, isEnded);
            default -> this;
        };
    }

    private ViewState typing(String text, KeyEvent key) {
        if (key.getType() == KeyEvent.Type.Special) {
            return switch (key.getSpecial()) {
                case Enter -> filtered(text, Optional.empty());
                case Escape -> filtered("", Optional.empty());
                case Backspace -> filtered(filter, Optional.of(text.substring(0, Math.max(0, text.length() - 1))));
                default -> this;
            };
        }
        boolean isText = key.getType() == KeyEvent.Type.Character
                && key.getModifiers().stream().allMatch(modifier -> modifier == KeyEvent.Modifier.Shift);
        return isText && text.length() < LONGEST_FILTER
                ? filtered(filter, Optional.of(text + key.getCharacter()))
                : this;
    }

    private static boolean isCharacter(KeyEvent key, char expected) {
        return key.getType() == KeyEvent.Type.Character && key.getCharacter() == expected;
    }

    /** The state when the list of the panel has changed. */
    ViewState in(List<String> entries) {
        return to(cursor.in(entries));
    }

    private ViewState to(Cursor other) {
        return new ViewState(panel, other, filter, typed, isHelp, isEnded);
    }

    private ViewState in(Panel other) {
        return new ViewState(other, Cursor.TOP, filter, typed, isHelp, isEnded);
    }

    private ViewState filtered(String words, Optional<String> stillTyped) {
        return new ViewState(panel, Cursor.TOP, words, stillTyped, isHelp, isEnded);
    }
}
