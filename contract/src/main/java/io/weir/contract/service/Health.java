package io.weir.contract.service;

import java.util.stream.Stream;

/**
 * The health of a service.
 *
 * @param detail the reason of the state, in a few words for the operator; begins with
 *     {@code running} if the state is {@link State#READY}
 */
public record Health(State state, String detail) {

    /** The state of the service for an operator. */
    public enum State {
        /** It works normally. */
        READY,
        /** Its settings turn it off. */
        OFF,
        /** It waits for something else. */
        NOT_READY,
        /** Only a restart can help. */
        DEAD
    }

    /** Ready if all are; else with the details of those that are not. */
    public static Health all(Stream<Health> parts) {
        return parts.filter(part -> !part.ready())
                .reduce((one, other) -> new Health(
                        one.live() && other.live() ? State.NOT_READY : State.DEAD,
                        one.detail() + "; " + other.detail()))
                .orElseGet(Health::running);
    }

    /** The service works normally. */
    public static Health running() {
        return new Health(State.READY, "running");
    }

    /** The service works, and an operator should read the detail. */
    public static Health running(String detail) {
        return new Health(State.READY, "running; " + detail);
    }

    /** The service has nothing to do. */
    public static Health off() {
        return new Health(State.OFF, "off");
    }

    /** The service waits for something else. */
    public static Health waiting(String detail) {
        return new Health(State.NOT_READY, detail);
    }

    /** The service does not work any more. */
    public static Health dead(String detail) {
        return new Health(State.DEAD, detail);
    }

    /** Whether the service works, or will work without a restart. */
    public boolean live() {
        return state != State.DEAD;
    }

    /** Whether the service does now what its settings demand. */
    public boolean ready() {
        return state == State.READY || state == State.OFF;
    }
}
