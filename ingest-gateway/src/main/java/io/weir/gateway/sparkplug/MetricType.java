package io.weir.gateway.sparkplug;

/** The types of metrics, by their numbers in Sparkplug B. */
final class MetricType {
    static final int UNKNOWN = 0;
    static final int INT8 = 1;
    static final int INT16 = 2;
    static final int INT32 = 3;
    static final int INT64 = 4;
    static final int UINT8 = 5;
    static final int UINT16 = 6;
    static final int UINT32 = 7;
    static final int UINT64 = 8;
    static final int FLOAT = 9;
    static final int DOUBLE = 10;
    static final int BOOLEAN = 11;
    static final int STRING = 12;
    static final int DATE_TIME = 13;
    static final int TEXT = 14;
    static final int UUID = 15;
    static final int INT8_ARRAY = 22;
    static final int INT16_ARRAY = 23;
    static final int INT32_ARRAY = 24;
    static final int INT64_ARRAY = 25;
    static final int UINT8_ARRAY = 26;
    static final int UINT16_ARRAY = 27;
    static final int UINT32_ARRAY = 28;
    static final int UINT64_ARRAY = 29;
    static final int FLOAT_ARRAY = 30;
    static final int DOUBLE_ARRAY = 31;
    static final int DATE_TIME_ARRAY = 34;

    private MetricType() {}
}
