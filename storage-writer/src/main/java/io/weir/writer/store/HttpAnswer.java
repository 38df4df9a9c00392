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
 * A store's answer over HTTP that was no success.
 *
 * @param code its status
 * @param said the store's own words
 * @param retryAfter the header {@code Retry-After}, or null
 */
record HttpAnswer(int code, String said, @Nullable String retryAfter) {

    private static final ObjectMapper JSON = new ObjectMapper();
    /** What proxies say can be a whole page. */
    private static final int LONGEST = 500;

    private static final Pattern DROPPED = Pattern.compile(
            "partial write: (?:field type conflict|points beyond retention policy).* dropped=(\\d{1,7})$");

    /** An answer of InfluxDB 2.x: an object with a {@code message}; what is between us and it may say something else. */
    static HttpAnswer of(Response<?> response) throws IOException {
        ResponseBody body = response.errorBody();
        String text = body == null ? "" : body.string();
        String said = message(text);
        return new HttpAnswer(
                response.code(),
                said.length() > LONGEST ? said.substring(0, LONGEST) + "…" : said,
                response.headers().get("Retry-After"));
    }

    /**
     * What it means for lines: 400 and 422 are about what is in them, 413 about how many they are; a repeat of anything else
     * may succeed.
     *
     * @param permission what the operator is to see to if the store does not let us write
     */
    Reply toLines(String permission) {
        return switch (code) {
            case 400, 422 -> new Reply.Refused(said, 0, dropped(), false);
            case 413 -> new Reply.Refused(said, 0, 0, true);
            case 401, 403 -> new Reply.Away(this + "; " + permission);
            default -> new Reply.Away(toString(), waitMillis(), code == 500 ? Reply.Cause.BROKE : Reply.Cause.STORE);
        };
    }

    @Override
    public String toString() {
        return "HTTP " + code + ": " + said;
    }

    /**
     * How many lines InfluxDB says it did not store, each for itself: beyond its limits of series it leaves out all new ones of a
     * request, of which it would take some.
     */
    private int dropped() {
        Matcher matcher = DROPPED.matcher(said);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /** Seconds only: the other form, a date, would need the store's clock to agree with ours. */
    private long waitMillis() {
        try {
            return retryAfter == null ? 0 : TimeUnit.SECONDS.toMillis(Math.max(0, Long.parseLong(retryAfter.strip())));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static String message(String body) {
        try {
            return JSON.readTree(body).path("message").asText(body);
        } catch (JsonProcessingException e) {
            return body;
        }
    }

    /** What it means if there was no answer at all, or only the beginning of one. */
    static Reply.Away none(Throwable e) {
        boolean isConnected = !said(e).toLowerCase(Locale.ROOT).contains("connect");
        boolean isSlow = e instanceof SocketTimeoutException && isConnected;
        return new Reply.Away(said(e), 0, isSlow ? Reply.Cause.SLOW : Reply.Cause.STORE);
    }

    /** What an exception has to say. */
    static String said(Throwable e) {
        String message = e.getMessage();
        return message == null || message.isBlank() ? e.getClass().getSimpleName() : message.strip();
    }
}
