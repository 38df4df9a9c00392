package io.weir.contract.alarm;

/** What an operator may ask for; what comes of it, the table in {@code docs/alarms.md} says. */
public enum Operation {
    /** I know of it. */
    ACKNOWLEDGE,
    /** Nobody takes care of it any more. */
    UNACKNOWLEDGE,
    /** Not to be heard of until a time. */
    SHELVE,
    /** To be heard of again, before that time. */
    UNSHELVE,
    /** Not to be heard of until it is put back in service. */
    OUT_OF_SERVICE,
    /** To be heard of again. */
    IN_SERVICE;

    /** Does it hide an alarm? Then whoever asks for it has to say why. */
    public boolean hides() {
        return this == SHELVE || this == OUT_OF_SERVICE;
    }
}
