package io.weir.dashboard.live;

import java.util.SortedMap;

/**
 * A record of {@code metrics.rejected} as shown to users.
 *
 * @param text the refused bytes as text, shortened
 * @param at the index of the offending character in the text, or -1
 * @param tags those of a line whose series is well-formed; otherwise none
 */
public record RefusedRecord(
        long millis, String stage, String reason, String source, String text, int at, SortedMap<String, String> tags) {

    /** Whether the text or the source has the name as a word: {@code flp1} is not in {@code flp10}. */
    public boolean names(String host) {
        return hasWord(text, host) || hasWord(source, host);
    }

    private static boolean hasWord(String in, String word) {
        for (int at = in.indexOf(word); at >= 0 && !word.isEmpty(); at = in.indexOf(word, at + 1)) {
            int end = at + word.length();
            if ((at == 0 || !isOfName(in.charAt(at - 1))) && (end == in.length() || !isOfName(in.charAt(end)))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfName(char letter) {
        return Character.isLetterOrDigit(letter) || letter == '-' || letter == '_';
    }
}
