package io.weir.standalone.replay;

import io.weir.contract.topic.Topics;
import java.util.Locale;

/** The outputs of Weir: the three feeds of processing, and alarming's events and actions. */
public enum Output {
    STORAGE,
    LIVE,
    ALARMING,
    ALARMS,
    ACTIONS;

    /** Whether alarming writes it; then each record is JSON. */
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
