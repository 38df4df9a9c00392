package io.weir.contract.line;

/** The reason for refusing a line. */
public enum LineError {
    /** The line is accepted. */
    NONE("none", "the line is good"),
    /** Bytes that are not UTF-8. */
    NOT_UTF8("not-utf8", "the line is not UTF-8 text"),
    /** A line that starts with a comma. */
    MISSING_MEASUREMENT("missing-measurement", "a line starts with the name of its measurement"),
    /** {@code cpu,=a}, {@code cpu,,host=a}, {@code cpu, value=1}. */
    MISSING_TAG_KEY("missing-tag-key", "after a comma, a tag's key was expected"),
    /** {@code cpu,host=}, {@code cpu,host}. */
    MISSING_TAG_VALUE("missing-tag-value", "a tag needs '=' and a value; leave out a tag that has none"),
    /** {@code cpu,host=a=b}. */
    UNESCAPED_EQUALS("unescaped-equals", "write '=' inside a tag's value as '\\='"),
    /** {@code cpu,host=a,host=b}. */
    DUPLICATE_TAG("duplicate-tag", "a tag's key occurs twice"),
    /** {@code cpu,host=a} alone. */
    MISSING_FIELDS("missing-fields", "after measurement and tags, a space and at least one field were expected"),
    /** {@code cpu =1}, {@code cpu a=1,}. */
    MISSING_FIELD_KEY("missing-field-key", "a field's key was expected"),
    /** {@code cpu value=}, {@code cpu value}. */
    MISSING_FIELD_VALUE("missing-field-value", "a field needs '=' and a value"),
    /** A value that is not a number, boolean or quoted string. */
    INVALID_FIELD_VALUE("invalid-field-value", "a value is a number, a boolean or a string in double quotes"),
    /** {@code 1.2.3}, {@code 12x}, {@code -}, {@code 1e}. */
    INVALID_NUMBER("invalid-number", "a number is written like -1.5, 2e3, 42i or 42u"),
    /** {@code NaN}, {@code Inf}. */
    NOT_FINITE("not-finite", "NaN and infinity cannot be stored; leave the field out"),
    /** An integer beyond 64 bits, a float beyond double. */
    NUMBER_OUT_OF_RANGE("number-out-of-range", "the number does not fit into 64 bits"),
    /** A double quote without its partner. */
    UNTERMINATED_STRING("unterminated-string", "the string's closing double quote is missing"),
    /** {@code s="a"b}. */
    TEXT_AFTER_STRING(
            "text-after-string", "after a string's closing quote, a comma, a space or the line's end was expected"),
    /** A third section that is not an integer. */
    INVALID_TIMESTAMP("invalid-timestamp", "a timestamp is an integer"),
    /** A timestamp beyond 64 bits. */
    TIMESTAMP_OUT_OF_RANGE("timestamp-out-of-range", "the timestamp does not fit into 64 bits"),
    /** {@code cpu value=1 1 2}. */
    TEXT_AFTER_TIMESTAMP("text-after-timestamp", "after the timestamp, the line's end was expected"),
    /** A line above its limit. */
    LINE_TOO_LONG("line-too-long", "the line is longer than the limit (limits.line-bytes)"),
    /** Measurement and tags above their limit. */
    SERIES_TOO_LONG("series-too-long", "measurement and tags are longer than the limit (limits.series-bytes)"),
    /** A measurement, a tag or a field key above its limit. */
    NAME_TOO_LONG("name-too-long", "a measurement, tag or field key is longer than the limit (limits.name-bytes)"),
    /** A string above its limit. */
    STRING_TOO_LONG("string-too-long", "a string is longer than the limit (limits.string-bytes)"),
    /** NUL or CR in a name or a tag; in a string, a character of {@link LineBounds.Refused}. */
    CONTROL_CHARACTER(
            "control-character",
            "a name or tag contains NUL or CR, or a string a character that limits.refuse-in-strings names:"
                    + " databases store such text but do not find it again"),
    /** {@code cpu value=1,weir:end=true}, {@code cpu weir:end=1}. */
    END_MARKER("end-marker", "a line that ends its series has only the field weir:end=true"),
    /** {@code cpu value=1,weir:change=1}, {@code cpu a=1,b=1,weir:change=true}. */
    CHANGE_MARKER(
            "change-marker", "before weir:change=true or weir:change=false, a line has one field, which is a float"),
    /** Series and field key together are longer than stores accept. */
    KEY_TOO_LONG("key-too-long", "series and field key together may have at most 65531 bytes");

    private final String code;
    private final String meaning;

    LineError(String code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    /** The stable name in headers, meters and case tables. */
    public String code() {
        return code;
    }

    /** One sentence for users: the error or the expected content. */
    public String meaning() {
        return meaning;
    }
}
