package io.weir.gateway.mapping;

import io.weir.contract.line.LineError;

/** Reasons for refusing a record. */
public enum RecordError {
    NONE("none"),
    /** Bytes that are not JSON, up to the possible start of the next record. */
    BROKEN_JSON("broken-json"),
    /** A line that is not {@code key=value}, separated by blanks. */
    BROKEN_KEY_VALUE("broken-keyvalue"),
    /** An open quote, text after a quote, or another number of values than of columns. */
    BROKEN_CSV("broken-csv"),
    /** A metric of the O2 Monitoring library that cannot be divided into its parts. */
    BROKEN_INFOLOGGER("broken-infologger"),
    /** Bytes that are not UTF-8. */
    NOT_UTF8(LineError.NOT_UTF8.code()),
    /** A message beyond the size that a record may have. */
    TOO_LONG("record-too-long"),
    /** A line beyond the size that any limit allows. */
    LINE_TOO_LONG(LineError.LINE_TOO_LONG.code()),
    /** A record for which the lines of its message leave no room; see {@link RecordRoom}. */
    LINES_TOO_LONG("record-lines-too-long"),
    /** No object where the mapping says that records are. */
    NOT_A_RECORD("not-a-record"),
    /** No text or number for the measurement, or one that line protocol cannot express. */
    BAD_MEASUREMENT("bad-measurement"),
    /** A tag that is an object or array, or that line protocol cannot express. */
    BAD_TAG("bad-tag"),
    /** A field's name, or a text, that line protocol cannot express. */
    BAD_FIELD("bad-field"),
    /** An array with an object, an array or null in it. */
    BAD_ARRAY("bad-array"),
    /** Two members of an object, two columns or two fields with the same name. */
    DUPLICATE("duplicate-name"),
    /** No value that becomes a field. */
    NO_FIELDS(LineError.MISSING_FIELDS.code()),
    /** A number that exceeds 64 bits. */
    OUT_OF_RANGE(LineError.NUMBER_OUT_OF_RANGE.code()),
    /** No time, or a text that is neither a number nor a time in ISO 8601 with its zone. */
    BAD_TIMESTAMP(LineError.INVALID_TIMESTAMP.code()),
    /** A time beyond 64 bits of nanoseconds. */
    FAR_TIMESTAMP(LineError.TIMESTAMP_OUT_OF_RANGE.code());

    private final String code;

    RecordError(String code) {
        this.code = code;
    }

    /** The stable name in headers and meters. */
    public String code() {
        return code;
    }
}
