package io.weir.query.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.weir.query.eval.Result;
import io.weir.query.series.Labels;
import io.weir.query.series.NumberText;
import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Writes answers in the shapes of Prometheus. */
final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final long MILLIS = 1_000;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final JsonGenerator out;

    /** Writes the value of {@code data}. */
    private interface Data {
        void write(Json json) throws IOException;
    }

    private Json() throws IOException {
        out = FACTORY.createGenerator(bytes);
    }

    static byte[] error(ErrorType type, String why) {
        return written(json -> {
            json.out.writeStartObject();
            json.out.writeStringField("status", "error");
            json.out.writeStringField("errorType", type.toString());
            json.out.writeStringField("error", why);
            json.out.writeEndObject();
        });
    }

    /** @param warnings that users see beside the result */
    static byte[] result(Result result, List<String> warnings) {
        return success(json -> {
            json.write(result);
            if (!warnings.isEmpty()) {
                json.out.writeFieldName("warnings");
                json.write(warnings);
            }
        });
    }

    static byte[] texts(Collection<String> texts) {
        return success(json -> json.write(texts));
    }

    static byte[] series(Collection<Labels> series) {
        return success(json -> {
            json.out.writeStartArray();
            for (Labels each : series) {
                json.write(each.toMap());
            }
            json.out.writeEndArray();
        });
    }

    static byte[] object(Map<String, String> texts) {
        return success(json -> json.write(texts));
    }

    private static byte[] success(Data data) {
        return written(json -> {
            json.out.writeStartObject();
            json.out.writeStringField("status", "success");
            json.out.writeFieldName("data");
            data.write(json);
            json.out.writeEndObject();
        });
    }

    private static byte[] written(Data all) {
        try {
            Json json = new Json();
            all.write(json);
            json.out.close();
            return json.bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
    }

    private void write(Collection<String> texts) throws IOException {
        out.writeStartArray();
        for (String each : texts) {
            out.writeString(each);
        }
        out.writeEndArray();
    }

    private void write(Map<String, String> texts) throws IOException {
        out.writeStartObject();
        for (Map.Entry<String, String> each : texts.entrySet()) {
            out.writeStringField(each.getKey(), each.getValue());
        }
        out.writeEndObject();
    }

    private void write(Result result) throws IOException {
        out.writeStartObject();
        if (result instanceof Result.Scalar scalar) {
            type("scalar");
            pair(scalar.time(), NumberText.plain(scalar.value()));
        } else if (result instanceof Result.Text text) {
            type("string");
            pair(text.time(), text.value());
        } else if (result instanceof Result.Vector vector) {
            type("vector");
            write(vector);
        } else if (result instanceof Result.Matrix matrix) {
            type("matrix");
            write(matrix);
        }
        out.writeEndObject();
    }

    private void type(String name) throws IOException {
        out.writeStringField("resultType", name);
        out.writeFieldName("result");
    }

    private void write(Result.Vector vector) throws IOException {
        out.writeStartArray();
        for (Sample each : vector.samples()) {
            out.writeStartObject();
            out.writeFieldName("metric");
            write(each.labels().toMap());
            out.writeFieldName("value");
            pair(vector.time(), NumberText.of(each.value()));
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private void write(Result.Matrix matrix) throws IOException {
        out.writeStartArray();
        List<Series> sorted = matrix.series().stream()
                .sorted(Comparator.comparing(Series::labels))
                .toList();
        for (Series each : sorted) {
            out.writeStartObject();
            out.writeFieldName("metric");
            write(each.labels().toMap());
            out.writeFieldName("values");
            out.writeStartArray();
            for (int i = 0; i < each.stamps().length; i++) {
                pair(each.stamps()[i], NumberText.of(each.values()[i]));
            }
            out.writeEndArray();
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    /** A time in seconds, with three decimals unless it is whole, and a text. */
    private void pair(long time, String text) throws IOException {
        out.writeStartArray();
        long magnitude = Math.abs(time);
        String fraction = magnitude % MILLIS == 0
                ? ""
                : "." + Long.toString(magnitude % MILLIS + MILLIS).substring(1);
        out.writeNumber((time < 0 ? "-" : "") + magnitude / MILLIS + fraction);
        out.writeString(text);
        out.writeEndArray();
    }
}
