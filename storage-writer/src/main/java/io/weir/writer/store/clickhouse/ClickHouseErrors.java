package io.weir.writer.store.clickhouse;

import io.weir.writer.store.HttpAnswer;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Reply.Cause;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The meaning of the server's error codes for lines. */
final class ClickHouseErrors {
    /** The table has no columns to add, such as a view. */
    static final int NOT_IMPLEMENTED = 48;

    private static final Pattern CODE = Pattern.compile("Code: (\\d{1,6})[,.]");
    /** Readonly; unknown user; wrong or no password; no access to the database; not granted; not authenticated. */
    private static final Set<Integer> NOT_PERMITTED = Set.of(164, 192, 193, 194, 291, 497, 516);
    /** Values outside of a type, constraints, and functions that throw. */
    private static final Set<Integer> VALUES = Set.of(69, 131, 321, 349, 395, 469);
    /** Timeouts and memory: fewer lines may help. */
    private static final Set<Integer> SLOW = Set.of(159, 160, 209, 241);
    /**
     * A change or a drop of the table; too many queries or parts; the disk; the keeper; a read-only
     * replica; a stop.
     */
    private static final Set<Integer> STORE = Set.of(16, 20, 60, 81, 202, 218, 225, 236, 242, 243, 252, 394, 517, 999);

    private ClickHouseErrors() {}

    /** The server's error code; 0 if the answer is not the server's. */
    static int code(HttpAnswer answer) {
        Matcher matcher = CODE.matcher(answer.message());
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /**
     * The consequence of an unsuccessful answer to an insert.
     *
     * @param permission required action of the operator if the store does not permit writing
     */
    static Reply toLines(HttpAnswer answer, String permission) {
        int code = code(answer);
        if (code == 0) {
            return ofProxy(answer, permission);
        }
        if (VALUES.contains(code) || hasManyPartitions(answer)) {
            return new Reply.Refused(answer.message(), 0);
        }
        if (NOT_PERMITTED.contains(code) || STORE.contains(code)) {
            return toStatement(answer, permission);
        }
        return new Reply.Away(answer.toString(), 0, SLOW.contains(code) ? Cause.SLOW : Cause.BROKE);
    }

    /** The consequence of an unsuccessful answer to a statement, for which no line is to blame. */
    static Reply.Away toStatement(HttpAnswer answer, String permission) {
        boolean isPermitted = answer.code() != 401 && answer.code() != 403 && !NOT_PERMITTED.contains(code(answer));
        return new Reply.Away(isPermitted ? answer.toString() : answer + "; " + permission);
    }

    /** Whether a statement failed for good because of the names in it, such as a reserved name of a column. */
    static boolean isOfNames(HttpAnswer answer) {
        int code = code(answer);
        return code != 0 && !NOT_PERMITTED.contains(code) && !STORE.contains(code) && !SLOW.contains(code);
    }

    /** A proxy does not read lines: it refuses no single one. */
    private static Reply ofProxy(HttpAnswer answer, String permission) {
        Reply reply = answer.toLines(permission);
        boolean isRefused = reply instanceof Reply.Refused refused && !refused.isTooLarge();
        return isRefused ? new Reply.Away(answer.toString()) : reply;
    }

    /** Lines of too many months. The code is also that of a table with too many parts. */
    private static boolean hasManyPartitions(HttpAnswer answer) {
        return answer.message().contains("partitions for single INSERT block");
    }
}
