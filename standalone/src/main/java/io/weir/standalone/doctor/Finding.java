package io.weir.standalone.doctor;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * What a check has to say of one thing.
 *
 * @param about what was looked at, such as {@code net.core.rmem_max}
 * @param says how it is
 * @param remedy what to do; empty if it is fine
 */
@JsonPropertyOrder({"verdict", "about", "says", "remedy"})
record Finding(Verdict verdict, String about, String says, String remedy) {

    /** How bad it is. */
    enum Verdict {
        /** As it should be. */
        FINE,
        /** It works, or is not known: a person should look at it. */
        LOOK,
        /** It does not work so. */
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
