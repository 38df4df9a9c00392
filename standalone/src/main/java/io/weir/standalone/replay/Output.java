package io.weir.standalone.replay;

import io.weir.contract.topic.Topics;
import java.util.Locale;

/** What comes out of Weir at its end: the three feeds of processing, and the events of alarming. */
public enum Output {
    STORAGE,
    LIVE,
    ALARMING,
    ALARMS;

    String topic(Topics topics) {
        return switch (this) {
            case STORAGE -> topics.storage();
            case LIVE -> topics.live();
            case ALARMING -> topics.alarming();
            case ALARMS -> topics.events();
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
