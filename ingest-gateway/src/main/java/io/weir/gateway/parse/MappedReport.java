package io.weir.gateway.parse;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonPointer;
import io.weir.gateway.mapping.RecordError;
import io.weir.gateway.mapping.RecordFormat;
import io.weir.gateway.mapping.RecordLines;
import io.weir.gateway.mapping.RecordMapping;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reports each record of a message as one line of JSON: first the metrics that a mapping makes
 * of them, then the records that are refused.
 */
public final class MappedReport implements RecordLines.Target {
    private static final JsonFactory JSON =
            new JsonFactoryBuilder().rootValueSeparator("").build();

    private final ByteArrayOutputStream refusals = new ByteArrayOutputStream();
    private final OutputStream out;
    private int refused;

    private MappedReport(OutputStream out) {
        this.out = out;
    }

    /**
     * Writes the report and flushes the stream without closing it.
     *
     * @return the number of refused records and lines
     */
    public static int write(byte[] bytes, RecordFormat format, RecordMapping mapping, OutputStream out)
            throws IOException {
        MappedReport report = new MappedReport(out);
        try {
            format.lines(mapping, report).read(bytes, 0, bytes.length);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        report.refusals.writeTo(out);
        out.flush();
        return report.refused;
    }

    @Override
    public void lines(byte[] of, int length) {
        try {
            refused += ParseReport.write(Arrays.copyOf(of, length), out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void refused(RecordError why, JsonPointer where, byte[] of, int from, int to, int at) {
        refused++;
        try (JsonGenerator json = JSON.createGenerator(refusals).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
            json.writeStartObject();
            json.writeStringField("reason", why.code());
            json.writeStringField("pointer", where.toString());
            json.writeStringField("record", new String(of, from, to - from, StandardCharsets.UTF_8));
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException("a document in memory cannot fail", e);
        }
    }
}
