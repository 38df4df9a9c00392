package io.weir.query.api;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.weir.query.series.ValueType;
import java.time.Instant;
import java.util.Map;

/** How raw values are written as text: a line for each. */
enum LineFormat {
    NDJSON {
        @Override
        String head() {
            return "";
        }

        @Override
        void series(String measurement, Map<String, String> tags, StringBuilder to) {
            to.append("{\"measurement\":");
            json(measurement, to);
            to.append(",\"tags\":");
            json(tags, to);
        }

        @Override
        void line(Instant time, String series, String field, ValueType type, String text, StringBuilder to) {
            to.append(series).append(",\"field\":");
            json(field, to);
            to.append(",\"time\":\"").append(time).append("\",\"type\":\"").append(type);
            to.append("\",\"value\":");
            if (type == ValueType.TEXT) {
                json(text, to);
            } else {
                to.append(text);
            }
            to.append("}\n");
        }

        @Override
        String end(long values) {
            return "{\"complete\":true,\"values\":" + values + "}\n";
        }

        @Override
        String failure(ErrorType type, String why) {
            StringBuilder text = new StringBuilder("{\"complete\":false,\"errorType\":\"" + type + "\",\"error\":");
            json(why, text);
            return text.append("}\n").toString();
        }
    },
    CSV {
        @Override
        String head() {
            return "time,measurement,tags,field,type,value\n";
        }

        @Override
        void series(String measurement, Map<String, String> tags, StringBuilder to) {
            quote(measurement, to);
            to.append(',');
            StringBuilder object = new StringBuilder();
            json(tags, object);
            quote(object.toString(), to);
        }

        @Override
        void line(Instant time, String series, String field, ValueType type, String text, StringBuilder to) {
            to.append(time).append(',').append(series).append(',');
            quote(field, to);
            to.append(',').append(type).append(',');
            if (type == ValueType.TEXT || type == ValueType.ARRAY) {
                quote(text, to);
            } else {
                to.append(text);
            }
            to.append('\n');
        }

        @Override
        String end(long values) {
            return "";
        }

        @Override
        String failure(ErrorType type, String why) {
            return "";
        }
    };

    /** The beginning of an answer. */
    abstract String head();

    /** The part that all lines of a series have in common. */
    abstract void series(String measurement, Map<String, String> tags, StringBuilder to);

    /** A line. */
    abstract void line(Instant time, String series, String field, ValueType type, String text, StringBuilder to);

    /** The end of a complete answer. */
    abstract String end(long values);

    /** The end of an answer that is cut. */
    abstract String failure(ErrorType type, String why);

    static void json(String text, StringBuilder to) {
        to.append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, to);
        to.append('"');
    }

    /** An object of JSON. */
    static void json(Map<String, String> texts, StringBuilder to) {
        to.append('{');
        String comma = "";
        for (Map.Entry<String, String> each : texts.entrySet()) {
            to.append(comma);
            json(each.getKey(), to);
            to.append(':');
            json(each.getValue(), to);
            comma = ",";
        }
        to.append('}');
    }

    private static void quote(String text, StringBuilder to) {
        to.append('"').append(text.replace("\"", "\"\"")).append('"');
    }
}
