package io.weir.alarming.absence;

import io.weir.contract.alarm.Presence;

/** Is told what is new of the keys of a partition. */
public interface PresenceListener {

    /**
     * The presence of a key is another.
     *
     * @param dueMillis when the period was over, of one that is silent
     * @param periodMillis how long it is
     */
    void changed(WatchedKey key, Presence presence, long dueMillis, long periodMillis);

    /** There are too many keys: something came of one that is not watched. */
    void refused();
}
