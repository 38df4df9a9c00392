package io.weir.gateway.exposition;

/**
 * The outcome for the samples of an answer.
 *
 * @param isWhole false if the end of the body is missing, so that nothing was taken
 * @param scraped samples that the answer has, without those refused
 * @param kept those of them that relabelling has not dropped
 * @param added kept series that the answer before did not have
 */
public record Taken(boolean isWhole, int scraped, int kept, int added) {
    /** Nothing was taken. */
    public static final Taken NOTHING = new Taken(false, 0, 0, 0);
}
