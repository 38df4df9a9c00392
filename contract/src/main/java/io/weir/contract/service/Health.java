package io.weir.contract.service;

import java.util.stream.Stream;

/**
 * The health of a service.
 *
 * @param live false if only a restart can help
 * @param ready whether it works normally now
 * @param detail the reason for waiting or death, in a few words for the operator; begins with
 *     {@code running} if ready
 */
public record Health(boolean live, boolean ready, String detail) {

    /** Ready if all are; else with the details of those that are not. */
    public static Health all(Stream<Health> parts) {
        return parts.filter(part -> !part.ready())
                .reduce((one, other) ->
                        new Health(one.live() && other.live(), false, one.detail() + "; " + other.detail()))
                .orElseGet(Health::running);
    }

    /** The service works normally. */
    public static Health running() {
        return new Health(true, true, "running");
    }

    /** The service works, and something is to be known. */
    public static Health running(String detail) {
        return new Health(true, true, "running; " + detail);
    }

    /** The service waits for something else. */
    public static Health waiting(String detail) {
        return new Health(true, false, detail);
    }

    /** The service does not work any more. */
    public static Health dead(String detail) {
        return new Health(false, false, detail);
    }
}
