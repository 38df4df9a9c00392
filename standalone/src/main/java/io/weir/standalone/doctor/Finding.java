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
        OK,
        /** It works, or its condition is unknown: a person should inspect it. */
        WARNING,
        /** It does not work. */
        ERROR
    }

    static Finding ok(String about, String says) {
        return new Finding(Verdict.OK, about, says, "");
    }

    static Finding warning(String about, String says, String remedy) {
        return new Finding(Verdict.WARNING, about, says, remedy);
    }

    static Finding error(String about, String says, String remedy) {
        return new Finding(Verdict.ERROR, about, says, remedy);
    }
}
