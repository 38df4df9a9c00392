package io.weir.relay.message;

import io.weir.contract.topic.Topics;

/** A topic that can be relayed. */
public enum Feed {
    /** Lines for the store. */
    STORAGE,
    /** Lines for the page. */
    LIVE,
    /** Lines of the series that have alarm rules. */
    ALARMING,
    /** Every transition of an alarm. */
    EVENTS,
    /** The current state of each alarm. */
    STATE;

    /** Returns the name of the topic. */
    public String topic(Topics topics) {
        return switch (this) {
            case STORAGE -> topics.storage();
            case LIVE -> topics.live();
            case ALARMING -> topics.alarming();
            case EVENTS -> topics.events();
            case STATE -> topics.state();
        };
    }

    /** Returns whether a record is an alarm; otherwise it is lines. */
    public boolean isAlarms() {
        return this == EVENTS || this == STATE;
    }
}
