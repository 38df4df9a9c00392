package io.weir.writer.store.remotewrite;

/**
 * The last request of a batch that the receiver stored in part. The writer then sends each of its
 * lines again to find the refused ones. A receiver that accepts no sample out of order refuses
 * lines that it has, too: the reason says so. Used by one thread.
 */
final class PartialWrite {
    private int from;
    private int to;
    private String count = "";

    /** Forgets the request, because another batch begins. */
    void clear() {
        from = 0;
        to = 0;
    }

    /** Notes the request with the lines at {@code [start, end)}, unless it repeats a part of the last one. */
    void add(int start, int end, Receipt receipt) {
        if (receipt.isPartial() && !covers(start, end)) {
            from = start;
            to = end;
            count = receipt.count();
        }
    }

    /** The reason of the refusal of the lines at {@code [start, end)}. */
    String reason(int start, int end, Receipt receipt) {
        String message = receipt.answer().message();
        String reason = message.isEmpty() ? "HTTP " + receipt.answer().code() : message;
        if (!receipt.isCounted()) {
            return reason;
        }
        String earlier = covers(start, end) ? "; an earlier request with more lines: " + count : "";
        return reason + " (" + receipt.count() + earlier + ")";
    }

    private boolean covers(int start, int end) {
        return from <= start && end <= to;
    }
}
