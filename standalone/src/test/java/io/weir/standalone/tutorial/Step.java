package io.weir.standalone.tutorial;

import java.util.Optional;

/**
 * One block of commands of the page.
 *
 * @param line of the page where it begins
 * @param expected the expected output
 */
record Step(int line, Manner manner, String commands, Optional<Expected> expected) {

    /**
     * How a block runs. The page states it after the block's language, which is not visible to
     * readers.
     */
    enum Manner {
        /** {@code sh}: runs once and ends by itself, with 0 unless the page shows its output. */
        ONCE,
        /**
         * {@code sh again}: the result may take a moment, so it runs repeatedly until it prints the
         * output of the page.
         */
        AGAIN,
        /**
         * {@code sh ctrl-c}: runs until it is ended, after it has printed the output of the page.
         */
        CTRL_C,
        /**
         * {@code sh stays}: the same, but ends only at the next such block, or at the end of the
         * page.
         */
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

    /** The place in messages. */
    String place() {
        return "docs/tutorial.md:" + line;
    }
}
