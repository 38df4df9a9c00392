package io.weir.writer.store.remotewrite;

import java.util.Arrays;

/**
 * The last request that the receiver stored in part. The writer then sends each of its lines again
 * to find the refused ones. A receiver that accepts no sample out of order refuses lines that it
 * has, too: the reason says so. The writer prepares a batch again if the receiver was away in
 * between. This class keeps the lines to recognise that batch. Used by one thread.
 */
final class PartialWrite {
    private static final byte[] NONE = {};

    private int from;
    private byte[] lines = NONE;
    private String count = "";

    /** Notes the request with the lines at {@code [start, end)}, unless it repeats a part of the last one. */
    void add(byte[] bytes, int start, int end, Receipt receipt) {
        if (receipt.isPartial() && !covers(bytes, start, end)) {
            from = start;
            lines = Arrays.copyOfRange(bytes, start, end);
            count = receipt.count();
        }
    }

    /** The reason of the refusal of the lines at {@code [start, end)}. */
    String reason(byte[] bytes, int start, int end, Receipt receipt) {
        String message = receipt.answer().message();
        String reason = message.isEmpty() ? "HTTP " + receipt.answer().code() : message;
        if (!receipt.isCounted()) {
            return reason;
        }
        String earlier = covers(bytes, start, end) ? "; an earlier request with more lines: " + count : "";
        return reason + " (" + receipt.count() + earlier + ")";
    }

    /** Whether the request had these lines, at this place of its batch. Refused lines have become blank since. */
    private boolean covers(byte[] bytes, int start, int end) {
        if (start < from || end > from + lines.length) {
            return false;
        }
        for (int i = start; i < end; i++) {
            if (bytes[i] != lines[i - from] && bytes[i] != '\n') {
                return false;
            }
        }
        return true;
    }
}
