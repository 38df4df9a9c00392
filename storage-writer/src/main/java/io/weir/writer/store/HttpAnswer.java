package io.weir.writer.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.ResponseBody;
import org.jspecify.annotations.Nullable;
import retrofit2.Response;

/**
 * An HTTP answer of a store.
 *
 * @param code HTTP status
 * @param message the store's message of a failure, or the page that was asked for
 * @param retryAfter the header {@code Retry-After}, or null
 */
public record HttpAnswer(int code, String message, @Nullable String retryAfter) {

    private static final ObjectMapper JSON = new ObjectMapper();
    /** Proxies may answer with a whole page. */
    private static final int LONGEST = 500;

    private static final Pattern DROPPED = Pattern.compile(
            "partial write: (?:field type conflict|points beyond retention policy).* dropped=(\\d{1,7})$");

    /**
     * An answer of InfluxDB 2.x: an object with a {@code message}. Proxies may answer in another
     * format.
     */
    public static HttpAnswer of(Response<?> response) throws IOException {
        ResponseBody body = response.errorBody();
        return of(
                response.code(),
                body == null ? "" : body.string(),
                response.headers().get("Retry-After"));
    }

    /**
     * An answer of any store, with or without JSON.
     *
     * @param body the whole text
     * @param retryAfter the header {@code Retry-After}, or null
     */
    public static HttpAnswer of(int code, String body, @Nullable String retryAfter) {
        String message = messageOf(body).strip();
        return new HttpAnswer(
                code, message.length() > LONGEST ? message.substring(0, LONGEST) + "…" : message, retryAfter);
    }

    /** Whether the store accepted the request. */
    public boolean isSuccess() {
        return code >= 200 && code < 300;
    }

    /**
     * The consequence for lines: 400 and 422 concern their content, 413 their number; anything else
     * may succeed on retry.
     *
     * @param permission required action of the operator if the store does not permit writing
     */
    public Reply toLines(String permission) {
        return switch (code) {
            case 400, 422 -> new Reply.Refused(message, 0, dropped(), false);
            case 413 -> new Reply.Refused(message, 0, 0, true);
            case 401, 403 -> new Reply.Away(this + "; " + permission);
            default -> new Reply.Away(toString(), waitMillis(), cause());
        };
    }

    /** A limit of a rate may never admit a request as large as this one. */
    private Reply.Cause cause() {
        return switch (code) {
            case 500 -> Reply.Cause.BROKE;
            case 429 -> Reply.Cause.SLOW;
            default -> Reply.Cause.STORE;
        };
    }

    @Override
    public String toString() {
        return "HTTP " + code + ": " + message;
    }

    /**
     * The number of lines that InfluxDB reports as individually rejected. Messages about its series
     * limits do not count: there it rejects all new series of a request, of which it would accept
     * some alone.
     */
    private int dropped() {
        Matcher matcher = DROPPED.matcher(message);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /** Supports seconds only. The other form, a date, would require synchronised clocks. */
    private long waitMillis() {
        try {
            return retryAfter == null ? 0 : TimeUnit.SECONDS.toMillis(Math.max(0, Long.parseLong(retryAfter.strip())));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static String messageOf(String body) {
        try {
            return JSON.readTree(body).path("message").asText(body);
        } catch (JsonProcessingException e) {
            return body;
        }
    }

    /** The consequence of a missing or truncated answer. */
    public static Reply.Away none(Throwable e) {
        boolean isConnected = !message(e).toLowerCase(Locale.ROOT).contains("connect");
        boolean isSlow = e instanceof SocketTimeoutException && isConnected;
        return new Reply.Away(message(e), 0, isSlow ? Reply.Cause.SLOW : Reply.Cause.STORE);
    }

    /** The message of an exception. */
    public static String message(Throwable e) {
        String message = e.getMessage();
        return message == null || message.isBlank() ? e.getClass().getSimpleName() : message.strip();
    }
}
