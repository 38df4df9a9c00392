package io.weir.gateway.http;

import io.weir.gateway.intake.batch.Receipt;
import io.weir.gateway.limit.AllowList;

/**
 * Reasons for rejecting requests, as they are counted, and the answers that state them in the
 * sender's format of errors.
 */
final class RejectedRequest {
    static final String NOT_FOUND = "not-found";
    static final String METHOD = "method-not-allowed";
    static final String UNAUTHORIZED = "unauthorized";
    static final String WEB_PAGE = "web-page";
    static final String NO_ROOM = "no-room";
    static final String NOT_SAFE = "not-safe-in-time";
    static final String TOO_LARGE = "body-too-large";
    static final String ENCODING = "unsupported-encoding";
    static final String PRECISION = "invalid-precision";
    static final String QUERY = "no-such-query";
    static final String UNREADABLE = "unreadable-request";
    static final String TOO_SLOW = "too-slow";
    static final String INCOMPLETE = "incomplete-request";

    private static final String RETRY_AFTER_SECONDS = "1";

    private RejectedRequest() {}

    /**
     * 503 and not 429: Telegraf's output for 1.x discards its metrics after any status from 400 to
     * 499.
     */
    static Answer noRoom(ErrorFormat errors) {
        return later(
                errors, NO_ROOM, "Kafka accepts less than the gateway receives; nothing was accepted: send it again");
    }

    /**
     * The answer to a request whose lines were accepted: {@code answer} if all of them are safe.
     */
    static Answer by(Receipt.Outcome outcome, Answer answer, ErrorFormat errors) {
        return switch (outcome) {
            case SAFE -> answer;
            case REFUSED ->
                answer.status() < 300
                        ? errors.error(400, "a line is too large for its topic in Kafka; all others are accepted")
                        : answer;
            case NOT_SAFE -> notSafe(errors);
        };
    }

    static Answer notSafe(ErrorFormat errors) {
        return later(errors, NOT_SAFE, "the lines were accepted, but are not known to be safe: send them again");
    }

    /**
     * The answer for a rejected sender: permanently by an allow-list, or temporarily by a budget.
     */
    static Answer keptOut(ErrorFormat errors, String reason) {
        return reason.equals(AllowList.NOT_ALLOWED)
                ? errors.error(403, "this address may not write").rejected(reason)
                : later(errors, reason, "this address exceeds its limit; nothing was accepted: send it again later");
    }

    private static Answer later(ErrorFormat errors, String reason, String message) {
        return errors.error(503, message).rejected(reason).with("Retry-After", RETRY_AFTER_SECONDS);
    }

    static Answer tooLarge(ErrorFormat errors, int maxBytes) {
        return errors.error(413, "a body may have at most " + maxBytes + " bytes, also unpacked: send smaller batches")
                .rejected(TOO_LARGE);
    }

    static Answer unauthorized(ErrorFormat errors) {
        return errors.error(401, "a token is required: Authorization: Token TOKEN; or user and password as in 1.x")
                .rejected(UNAUTHORIZED)
                .with("WWW-Authenticate", "Basic realm=\"Weir\"");
    }

    static Answer webPage(ErrorFormat errors) {
        return errors.error(403, "a web page may not write: a browser sent this request (Origin, Sec-Fetch-Site)")
                .rejected(WEB_PAGE);
    }

    static Answer broken(ErrorFormat errors, Packing packing, String wrong) {
        return errors.error(400, "the body is not valid " + packing.text() + ": " + wrong)
                .rejected("broken-" + packing.text());
    }

    /** {@code status} is 400, or a more specific one. */
    static Answer unreadable(ErrorFormat errors, int status, String wrong) {
        return errors.error(status, "the request is not readable: " + wrong).rejected(UNREADABLE);
    }
}
