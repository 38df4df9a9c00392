package io.weir.gateway.zabbix;

import org.jspecify.annotations.Nullable;

/** A member of a value that has a meaning for Weir. */
enum Part {
    /** The value itself. */
    WHOLE,
    HOST,
    KEY,
    /** The number of the item in the list of active checks. */
    ITEM,
    VALUE,
    CLOCK,
    NANOS,
    /** The number of the value in its session. */
    ID,
    STATE,
    /** The place in a log file; a value may have nothing else. */
    LOG_SIZE;

    /** The part with this name in JSON. */
    static @Nullable Part of(String name) {
        return switch (name) {
            case "host" -> HOST;
            case "key" -> KEY;
            case "itemid" -> ITEM;
            case "value" -> VALUE;
            case "clock" -> CLOCK;
            case "ns" -> NANOS;
            case "id" -> ID;
            case "state" -> STATE;
            case "lastlogsize" -> LOG_SIZE;
            default -> null;
        };
    }
}
