package io.weir.standalone.query.plot;

/**
 * The horizontal axis.
 *
 * @param startMillis at the left
 * @param endMillis at the right, not before the start
 * @param stepMillis samples that are further apart are not connected
 * @param start the text below the left end
 * @param end the text below the right end
 */
public record TimeAxis(long startMillis, long endMillis, long stepMillis, String start, String end) {

    /** The position of a time among {@code dots} dots; a time outside is at the nearer end. */
    int position(long millis, int dots) {
        long length = endMillis - startMillis;
        if (length <= 0) {
            return 0;
        }
        double share = (double) (millis - startMillis) / length;
        return (int) Math.round(Math.min(1, Math.max(0, share)) * (dots - 1));
    }
}
