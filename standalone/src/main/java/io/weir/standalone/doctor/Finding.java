package io.weir.standalone.doctor;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * The result of a check.
 *
 * @param about the checked item, such as {@code net.core.rmem_max}
 * @param says its condition
 * @param remedy what to do; empty if the item is fine
 */
@JsonPropertyOrder({"verdict", "about", "says", "remedy"})
record Finding(Verdict verdict, String about, String says, String remedy) {

    /** How bad the condition is. */
    enum Verdict {
        /** As it should be. */
        FINE,
        /** It works, or its condition is unknown: a person should inspect it. */
        LOOK,
        /** It does not work. */
        BROKEN
    }

    static Finding fine(String about, String says) {
        return new Finding(Verdict.FINE, about, says, "");
    }

    static Finding look(String about, String says, String remedy) {
        return new Finding(Verdict.LOOK, about, says, remedy);
    }

    static Finding broken(String about, String says, String remedy) {
        return new Finding(Verdict.BROKEN, about, says, remedy);
    }
}
