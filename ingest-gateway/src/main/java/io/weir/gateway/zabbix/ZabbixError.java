package io.weir.gateway.zabbix;

import io.weir.contract.line.LineError;
import io.weir.gateway.path.PathError;

/** Reasons for rejecting a message or a value, and its part that is wrong. */
enum ZabbixError {
    NONE("none", Part.WHOLE),
    /** A body that is not packed as its header says. */
    BROKEN_ZLIB("broken-zlib", Part.WHOLE),
    /** A body above the limit when unpacked. */
    TOO_LARGE("zabbix-too-large", Part.WHOLE),
    /** A body that is not one JSON object. */
    BROKEN_JSON("broken-json", Part.WHOLE),
    UNKNOWN_REQUEST("zabbix-unknown-request", Part.WHOLE),
    /** A request without an array {@code data}. */
    NO_DATA("zabbix-no-data", Part.WHOLE),
    /** JSON that is not an object. */
    NOT_A_VALUE("zabbix-not-a-value", Part.WHOLE),
    /** An agent cannot determine the value; its text is the reason. */
    NOT_SUPPORTED("zabbix-not-supported", Part.VALUE),
    NO_HOST("zabbix-no-host", Part.HOST),
    /** Neither a key nor an item. */
    NO_KEY("zabbix-no-key", Part.KEY),
    /** An item that is not in Weir's list. */
    UNKNOWN_ITEM("zabbix-unknown-item", Part.ITEM),
    /** A key that is not written as Zabbix defines it, or a part that line protocol cannot express. */
    BAD_KEY("zabbix-bad-key", Part.KEY),
    /** A key with fewer parts than its template needs for a measurement. */
    SHORT_KEY("zabbix-short-key", Part.KEY),
    /** A key with more parts than its template. */
    LONG_KEY("zabbix-long-key", Part.KEY),
    NO_VALUE("zabbix-no-value", Part.VALUE),
    /** A value that is an object or an array, or a text above the limit. */
    BAD_VALUE("zabbix-bad-value", Part.VALUE),
    /** The lines of the message exceed its length by too much. */
    LINES_TOO_LONG("zabbix-lines-too-long", Part.WHOLE),
    NOT_FINITE(LineError.NOT_FINITE.code(), Part.VALUE),
    /** A number that exceeds a double. */
    OUT_OF_RANGE(LineError.NUMBER_OUT_OF_RANGE.code(), Part.VALUE),
    BAD_CLOCK(LineError.INVALID_TIMESTAMP.code(), Part.CLOCK),
    BAD_NANOS(LineError.INVALID_TIMESTAMP.code(), Part.NANOS),
    FAR_CLOCK(LineError.TIMESTAMP_OUT_OF_RANGE.code(), Part.CLOCK);

    private final String code;
    private final Part part;

    ZabbixError(String code, Part part) {
        this.code = code;
        this.part = part;
    }

    /** The stable name in headers, meters and answers. */
    String code() {
        return code;
    }

    Part part() {
        return part;
    }

    static ZabbixError of(PathError error) {
        return switch (error) {
            case NONE -> NONE;
            case BAD_PATH, BAD_TAG -> BAD_KEY;
            case SHORT_PATH -> SHORT_KEY;
            case LONG_PATH -> LONG_KEY;
        };
    }
}
