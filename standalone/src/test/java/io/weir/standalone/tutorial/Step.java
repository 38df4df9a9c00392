package io.weir.standalone.tutorial;

import java.util.Optional;

/**
 * One block of commands of the page.
 *
 * @param line of the page where it begins
 * @param expected what is then to be read
 */
record Step(int line, Manner manner, String commands, Optional<Expected> expected) {

    /** How a block runs; the page says so behind the language of the block, where readers do not see it. */
    enum Manner {
        /** {@code sh}: is typed once and ends by itself, with 0 unless the page says what it prints. */
        ONCE,
        /** {@code sh again}: asks for something that may take a moment, so it is typed until it prints what the page says. */
        AGAIN,
        /** {@code sh ctrl-c}: goes on until it is ended, once it has printed what the page says. */
        CTRL_C,
        /** {@code sh stays}: as that, but is ended by the next such block only, or by the end of the page. */
        STAYS;

        static Manner of(String info) {
            return switch (info) {
                case "" -> ONCE;
                case "again" -> AGAIN;
                case "ctrl-c" -> CTRL_C;
                case "stays" -> STAYS;
                default -> throw new IllegalArgumentException("no such manner of a block: " + info);
            };
        }
    }

    /** For messages. */
    String place() {
        return "docs/tutorial.md:" + line;
    }
}
