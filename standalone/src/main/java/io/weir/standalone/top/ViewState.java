package io.weir.standalone.top;

import java.util.Optional;
import org.jline.terminal.KeyEvent;

/**
 * What the user has chosen to see.
 *
 * @param cursor the selected entry of the list; -1 for none
 * @param filter the words that alarms must match; empty for all alarms
 * @param typed the filter while the user types it
 * @param isEnded whether the user ended the view
 */
record ViewState(Panel panel, int cursor, String filter, Optional<String> typed, boolean isHelp, boolean isEnded) {

    /** A list that has the whole screen, or all of them. */
    enum Panel {
        ALL,
        ALARMS,
        HOSTS,
        LOSSES
    }

    static final ViewState START = new ViewState(Panel.ALL, 0, "", Optional.empty(), false, false);
    /** For output that no user works with. */
    static final ViewState PRINTED = new ViewState(Panel.ALL, -1, "", Optional.empty(), false, false);

    private static final int PAGE = 10;
    private static final int LONGEST_FILTER = 200;

    /** The filter that applies now; a filter applies while it is typed. */
    String words() {
        return typed.orElse(filter);
    }

    /**
     * The state after a key.
     *
     * @param entries how many entries the list of the panel has now
     */
    ViewState after(KeyEvent key, int entries) {
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
                    case Up -> at(cursor - 1, entries);
                    case Down -> at(cursor + 1, entries);
                    default -> this;
                };
            case Special ->
                switch (key.getSpecial()) {
                    case PageUp -> at(cursor - PAGE, entries);
                    case PageDown -> at(cursor + PAGE, entries);
                    case Home -> at(0, entries);
                    case End -> at(entries - 1, entries);
                    case Escape -> filter.isEmpty() ? in(Panel.ALL) : filtered("", Optional.empty());
                    default -> this;
                };
            default -> this;
        };
    }

    private ViewState character(char character, int entries) {
        return switch (character) {
            case 'q' -> new ViewState(panel, cursor, filter, typed, isHelp, true);
            case 'j' -> at(cursor + 1, entries);
            case 'k' -> at(cursor - 1, entries);
            case 'g' -> at(0, entries);
            case 'G' -> at(entries - 1, entries);
            case 'a' -> in(panel == Panel.ALARMS ? Panel.ALL : Panel.ALARMS);
            case 'h' -> in(panel == Panel.HOSTS ? Panel.ALL : Panel.HOSTS);
            case 'l' -> in(panel == Panel.LOSSES ? Panel.ALL : Panel.LOSSES);
            case '/' ->
                new ViewState(
                        panel == Panel.ALL ? panel : Panel.ALARMS, 0, filter, Optional.of(filter), isHelp, isEnded);
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

    private ViewState at(int entry, int entries) {
        int last = Math.max(0, entries - 1);
        return new ViewState(panel, Math.max(0, Math.min(entry, last)), filter, typed, isHelp, isEnded);
    }

    private ViewState in(Panel other) {
        return new ViewState(other, 0, filter, typed, isHelp, isEnded);
    }

    private ViewState filtered(String words, Optional<String> stillTyped) {
        return new ViewState(panel, 0, words, stillTyped, isHelp, isEnded);
    }
}
