package io.weir.gateway.parse;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import io.weir.gateway.intake.LineSpeller;
import io.weir.gateway.mapping.JsonLines;
import io.weir.gateway.mapping.RecordMapping;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reports each JSON record of a message as one line of JSON: first the metrics that a mapping makes
 * of them, then the records that are refused.
 */
public final class MappedReport {
    private static final JsonFactory JSON =
            new JsonFactoryBuilder().rootValueSeparator("").build();

    private final ByteArrayOutputStream refusals = new ByteArrayOutputStream();
    private int refused;

    private MappedReport() {}

    /**
     * Writes the report and flushes the stream without closing it.
     *
     * @return the number of refused records and lines
     */
    public static int write(byte[] bytes, RecordMapping mapping, OutputStream out) throws IOException {
        MappedReport report = new MappedReport();
        LineSpeller lines = new LineSpeller(64 << 10);
        new JsonLines(
                        mapping,
                        lines,
                        (why, where, of, from, to, at) -> report.refuse(
                                why.code(), where.toString(), new String(of, from, to - from, StandardCharsets.UTF_8)))
                .read(bytes, 0, bytes.length);
        int ofLines = ParseReport.write(Arrays.copyOf(lines.array(), lines.length()), out);
        report.refusals.writeTo(out);
        out.flush();
        return ofLines + report.refused;
    }

    private void refuse(String reason, String pointer, String record) {
        refused++;
        try (JsonGenerator json = JSON.createGenerator(refusals).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
            json.writeStartObject();
            json.writeStringField("reason", reason);
            json.writeStringField("pointer", pointer);
            json.writeStringField("record", record);
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException("a document in memory cannot fail", e);
        }
    }
}
