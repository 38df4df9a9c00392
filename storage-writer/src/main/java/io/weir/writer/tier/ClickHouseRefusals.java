package io.weir.writer.tier;

import io.weir.writer.tier.StoreRequests.RefusedException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The meaning of the server's error codes for statements about tiers. */
final class ClickHouseRefusals {
    /** The status of an answer to a statement that fails for good. */
    static final int STATEMENT = 400;
    /** The status of a missing right. */
    private static final int RIGHT = 403;
    /** The status of all others, whatever the server answers. */
    private static final int STATE = 503;

    private static final Pattern CODE = Pattern.compile("Code: (\\d{1,6})[,.]");
    /** Rows, bytes, time and memory that the user's profile or the server limits: fewer windows need less. */
    private static final Set<Integer> SIZE = Set.of(158, 159, 160, 241, 307, 396);
    /** Readonly; unknown user; wrong or no password; no access to the database; not granted; not authenticated. */
    private static final Set<Integer> RIGHTS = Set.of(164, 192, 193, 194, 291, 497, 516);
    /**
     * Arguments, columns, functions, types and syntax; values that a function, type or constraint refuses. All other
     * codes, also of later versions, are of the server's state, which may change.
     */
    private static final Set<Integer> FAULTS =
            Set.of(36, 42, 43, 44, 46, 47, 50, 53, 62, 69, 70, 128, 131, 153, 184, 321, 349, 386, 395, 407, 469);

    private static final int NO_TABLE = 60;
    private static final int NO_DATABASE = 81;

    private ClickHouseRefusals() {}

    /** A refusal that passes by itself. */
    static RefusedException passing(String message) {
        return new RefusedException(STATE, message);
    }

    /** Whether a table does not exist. */
    static boolean isNoTable(RefusedException refused) {
        int code = code(refused);
        return code == NO_TABLE || code == NO_DATABASE;
    }

    /** Whether a database does not exist. */
    static boolean isNoDatabase(RefusedException refused) {
        return code(refused) == NO_DATABASE;
    }

    /** The server's; 0 if the answer is not the server's. */
    private static int code(RefusedException refused) {
        Matcher matcher = CODE.matcher(String.valueOf(refused.getMessage()));
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /** The refusal with its remedy; unchanged if the answer is not the server's. */
    static RefusedException of(RefusedException refused) {
        String message = String.valueOf(refused.getMessage());
        int code = code(refused);
        if (code == 0) {
            return refused;
        }
        if (SIZE.contains(code)) {
            return new RefusedException(
                    STATE,
                    message + "; raise this limit for the user of the writer, or exempt series of the measurement"
                            + " (storage.exempt of the rules)",
                    true);
        }
        if (RIGHTS.contains(code)) {
            return new RefusedException(
                    RIGHT,
                    message + "; correct the user or password, or grant the rights of docs/storage.md"
                            + " (Tiers in ClickHouse)");
        }
        return new RefusedException(FAULTS.contains(code) ? STATEMENT : STATE, message);
    }
}
