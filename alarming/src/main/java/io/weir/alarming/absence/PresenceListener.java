package io.weir.alarming.absence;

import io.weir.contract.alarm.Presence;

/** Receives presence changes of the keys of a partition. */
public interface PresenceListener {

    /**
     * The presence of a key changed.
     *
     * @param dueMillis end of the period of a silent key; otherwise unused
     * @param periodMillis length of that period
     */
    void changed(WatchedKey key, Presence presence, long dueMillis, long periodMillis);

    /** A metric arrived for a new key, but there is no memory for it. */
    void refused();
}
