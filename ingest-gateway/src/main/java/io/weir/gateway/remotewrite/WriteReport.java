package io.weir.gateway.remotewrite;

/** The outcome for the samples of one request. Reused; belongs to one thread. */
public final class WriteReport {
    private static final int LISTED = 5;
    private static final int LONGEST_LISTED = 200;

    private final StringBuilder listed = new StringBuilder();
    private int samples;
    private int histograms;
    private int refused;

    void clear() {
        listed.setLength(0);
        samples = 0;
        histograms = 0;
        refused = 0;
    }

    /** Counts lines that were accepted. */
    void wrote(int lines, boolean areHistograms) {
        samples += areHistograms ? 0 : lines;
        histograms += areHistograms ? lines : 0;
    }

    /** Counts a sample that can never be accepted; {@code what} shows it. */
    void refused(String reason, String what) {
        if (refused++ < LISTED) {
            String start = what.length() > LONGEST_LISTED ? what.substring(0, LONGEST_LISTED) + "…" : what;
            listed.append(refused == 1 ? "" : "; ").append(reason).append(": ").append(start);
        }
    }

    /** Whether further refused samples are only counted. */
    boolean isFull() {
        return refused >= LISTED;
    }

    /** Number of samples that were accepted. */
    public int samples() {
        return samples;
    }

    /** Number of native histograms that were accepted. */
    public int histograms() {
        return histograms;
    }

    /** Whether a sample was refused that can never be accepted. */
    public boolean hasRefused() {
        return refused > 0;
    }

    /** The refused samples, for the sender. */
    public String message() {
        String more = refused > LISTED ? "; and " + (refused - LISTED) + " more" : "";
        return "accepted " + (samples + histograms) + ", refused " + refused + ": " + listed + more;
    }
}
