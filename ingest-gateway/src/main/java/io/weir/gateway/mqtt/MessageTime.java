package io.weir.gateway.mqtt;

/** The text of a message's time: an integer since the epoch, in a unit that its size shows. */
final class MessageTime {
    /** As seconds beyond 64 bits of nanoseconds, so that lines without a time of their own are rejected. */
    static final long BAD = 99_999_999_999L;

    private MessageTime() {}

    /** The time, or {@link #BAD}. Times of nanoseconds have 19 digits. */
    static long of(String text) {
        int length = text.length();
        if (length == 0) {
            return BAD;
        }
        long time = 0;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9' || time > (Long.MAX_VALUE - (c - '0')) / 10) {
                return BAD;
            }
            time = time * 10 + (c - '0');
        }
        return time;
    }
}
