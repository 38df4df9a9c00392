package io.weir.contract.service;

/**
 * How a service is.
 *
 * @param live false if only a restart can help
 * @param ready whether it does its job now
 * @param detail what it waits for or why it is dead, in a few words for the operator; {@code running} if ready
 */
public record Health(boolean live, boolean ready, String detail) {

    /** It does its job. */
    public static Health running() {
        return new Health(true, true, "running");
    }

    /** It will do its job once something else is there. */
    public static Health waiting(String detail) {
        return new Health(true, false, detail);
    }

    /** It will not do its job any more. */
    public static Health dead(String detail) {
        return new Health(false, false, detail);
    }
}
