package io.weir.dashboard.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.LineError;
import io.weir.contract.line.SeriesReader;
import io.weir.contract.topic.Rejection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The last refused lines, and the number of refused lines for each reason. Bounded; thread-safe.
 */
public final class RefusedLines {
    private static final int KEPT = 200;
    private static final int LONGEST = 500;
    private static final int MOST_REASONS = 200;
    private static final String FURTHER = "further reasons";

    /** The numbers of one request at the end of a store's reason. */
    private static final Pattern OF_ONE_REQUEST = Pattern.compile(" \\(\\d+ of \\d+ [^()]*\\)$");

    private final SeriesReader reader = new SeriesReader();
    private final Deque<RefusedRecord> last = new ArrayDeque<>();
    private final Map<String, Long> counts = new TreeMap<>();

    /** Adds a record of {@code metrics.rejected}; the bytes are not retained. */
    public synchronized void take(Rejection why, byte[] bytes, long millis) {
        int length = Math.min(bytes.length, LONGEST);
        String text = new String(bytes, 0, length, UTF_8) + (bytes.length > LONGEST ? "…" : "");
        // The page counts characters, not bytes.
        int at = why.at() < 0 || why.at() > length ? -1 : new String(bytes, 0, why.at(), UTF_8).length();
        if (last.size() == KEPT) {
            last.removeFirst();
        }
        last.addLast(new RefusedRecord(millis, why.stage(), why.reason(), why.source(), text, at, tags(bytes, length)));
        String reason =
                why.stage() + ": " + OF_ONE_REQUEST.matcher(why.reason()).replaceFirst("");
        boolean isRoom = counts.size() < MOST_REASONS || counts.containsKey(reason);
        counts.merge(isRoom ? reason : FURTHER, 1L, Long::sum);
    }

    private SortedMap<String, String> tags(byte[] line, int length) {
        SortedMap<String, String> tags = new TreeMap<>();
        if (reader.read(line, 0, endOfSeries(line, length)) == LineError.NONE) {
            for (int i = 0; i < reader.tagCount(); i++) {
                tags.put(reader.tagKey(i), reader.tagValue(i));
            }
        }
        return tags;
    }

    /** The index of the first space that is not escaped, or of the end. */
    private static int endOfSeries(byte[] line, int length) {
        for (int at = 0; at < length; at++) {
            if (line[at] == '\\') {
                at++;
            } else if (line[at] == ' ') {
                return at;
            }
        }
        return length;
    }

    /** The latest first. */
    public synchronized List<RefusedRecord> latest() {
        List<RefusedRecord> latest = new ArrayList<>(last);
        Collections.reverse(latest);
        return latest;
    }

    /** The number of refused lines read, by stage and reason. */
    public synchronized Map<String, Long> counts() {
        return new TreeMap<>(counts);
    }
}
