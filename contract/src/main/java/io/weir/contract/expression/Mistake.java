package io.weir.contract.expression;

import io.weir.contract.config.Refusal;

/** Mistakes in the text of an expression. */
final class Mistake {

    private Mistake() {}

    /** @param position of a character in the text, counted from 1 */
    static Refusal at(int position, String wrong, String meant) {
        return new Refusal(wrong + ", at character " + position, meant);
    }
}
