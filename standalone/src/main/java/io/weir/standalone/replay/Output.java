package io.weir.standalone.replay;

import io.weir.contract.topic.Topics;
import java.util.Locale;

/** What comes out of Weir at its end: the three feeds of processing, and of alarming its events and the actions that it asks for. */
public enum Output {
    STORAGE,
    LIVE,
    ALARMING,
    ALARMS,
    ACTIONS;

    /** Whether it is of alarming, and so JSON, a record each. */
    public boolean isOfAlarming() {
        return this == ALARMS || this == ACTIONS;
    }

    String topic(Topics topics) {
        return switch (this) {
            case STORAGE -> topics.storage();
            case LIVE -> topics.live();
            case ALARMING -> topics.alarming();
            case ALARMS -> topics.events();
            case ACTIONS -> topics.actions();
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
