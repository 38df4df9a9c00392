package io.weir.writer.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import io.weir.writer.store.QuestDbSql.RefusedException;
import io.weir.writer.store.StoreUrl.InfluxDb1Url;
import io.weir.writer.store.StoreUrl.QuestDbUrl;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import okhttp3.Credentials;
import org.jspecify.annotations.Nullable;

/**
 * QuestDB. It makes tables for unknown measurements by itself, but such ones keep every repeat; hence each series is looked
 * at once, and tables are made and widened before its first line. A body with a refused line is not stored at all.
 */
public final class QuestDb implements Store {
    /** Known shapes; 8 MiB. */
    private static final int SHAPES = 1 << 18;
    /** Remembered reasons for refused shapes, so that a stubborn sender costs no statement per line. */
    private static final int REFUSED_SHAPES = 10_000;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final QuestDbUrl url;
    private final Optional<String> password;
    private final Connections connections;
    private final LineClient client;
    private final LineReader reader = new LineReader();
    private final Map<Long, String> refusedShapes = new HashMap<>();
    private final FieldConflicts conflicts = new FieldConflicts();
    private final Shapes shapes = new Shapes(SHAPES);
    private QuestDbSchema schema;
    private boolean hasLearnt;

    QuestDb(QuestDbUrl url, Optional<String> password, Connections connections) {
        this.url = url;
        this.password = password;
        this.connections = connections;
        this.client = new LineClient(new InfluxDb1Url(url.text(), url.http(), url.user(), ""), password, connections);
        this.schema = newSchema();
    }

    @Override
    public String url() {
        return url.text();
    }

    @Override
    public Reply prepare(byte[] bytes, int length, Refusals refusals) {
        hasLearnt = false;
        try {
            schema.learn();
            reader.wrap(bytes, 0, length);
            while (reader.next()) {
                // A line that our reader refuses cannot come from Weir; QuestDB shall say what it thinks of it.
                if (reader.error() == LineError.NONE) {
                    look(refusals);
                }
            }
            return Reply.STORED;
        } catch (IOException e) {
            forget();
            return new Reply.Away(HttpAnswer.said(e));
        }
    }

    @Override
    public Reply write(byte[] bytes, int from, int to) {
        Reply reply = client.write(bytes, from, to);
        if (reply instanceof Reply.Away away) {
            forget();
            return away;
        }
        if (reply instanceof Reply.Refused refused) {
            Reply.Refused explained = explained(refused);
            if (conflicts.learn(explained.reason())) {
                hasLearnt = true;
                // Series that were looked at before it was known may have the field as well.
                shapes.clear();
            }
            return explained;
        }
        return reply;
    }

    @Override
    public boolean hasLearnt() {
        return hasLearnt;
    }

    @Override
    public void cancel() {
        connections.cancel();
    }

    @Override
    public void close() {
        connections.close();
    }

    private void look(Refusals refusals) throws IOException {
        long shape = shape();
        if (shapes.contains(shape)) {
            return;
        }
        String reason = refusedShapes.get(shape);
        if (reason == null) {
            reason = admitted();
        }
        if (reason == null) {
            shapes.add(shape);
            return;
        }
        if (refusedShapes.size() == REFUSED_SHAPES) {
            refusedShapes.clear();
        }
        refusedShapes.put(shape, reason);
        refusals.refused(reader.lineStart(), reader.lineEnd(), reason);
    }

    /** Null, or why QuestDB will not take lines like the current one. */
    private @Nullable String admitted() throws IOException {
        Series series;
        try {
            series = Series.parse(reader.bytes(), reader.seriesStart(), reader.seriesEnd());
        } catch (IllegalArgumentException e) {
            // Not from Weir: whoever else writes to the topic must not stop the writer.
            return e.getMessage();
        }
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < reader.fieldCount(); i++) {
            String field = reader.fieldKey(i);
            FieldType type = reader.fieldType(i);
            if (type == FieldType.UNSIGNED) {
                return "field '" + field + "' is unsigned, which QuestDB does not have";
            }
            String conflict = conflicts.reason(series.measurement(), field, type);
            if (conflict != null) {
                return conflict;
            }
            fields.add(field);
        }
        try {
            schema.admit(series.measurement(), series.tags().keySet(), fields);
            return null;
        } catch (RefusedException e) {
            return e.getMessage();
        }
    }

    /** Measurement, tags, field keys and types in one number. */
    private long shape() {
        byte[] bytes = reader.bytes();
        long hash = reader.seriesHash();
        for (int i = 0; i < reader.fieldCount(); i++) {
            for (int at = reader.fieldKeyStart(i); at < reader.fieldKeyEnd(i); at++) {
                hash = hash * 0x100000001b3L + bytes[at];
            }
            hash = hash * 0x100000001b3L + code(reader.fieldType(i));
        }
        return hash;
    }

    private static int code(FieldType type) {
        return switch (type) {
            case FLOAT -> 1;
            case INTEGER -> 2;
            case UNSIGNED -> 3;
            case BOOLEAN -> 4;
            case STRING -> 5;
        };
    }

    /** Behind an outage may be another or an emptied database: everything is looked at anew. */
    private void forget() {
        shapes.clear();
        refusedShapes.clear();
        conflicts.clear();
        schema = newSchema();
    }

    private QuestDbSchema newSchema() {
        Optional<String> authorization = url.user().map(user -> Credentials.basic(user, password.orElse("")));
        return new QuestDbSchema(new QuestDbSql(connections.calls(), url.http(), authorization));
    }

    /** QuestDB answers with JSON that names the line; the client hands it on as it is. */
    private static Reply.Refused explained(Reply.Refused refused) {
        try {
            JsonNode answer = JSON.readTree(refused.reason());
            String message = answer.path("message").asText(refused.reason());
            int place = message.lastIndexOf("error in line ");
            int reason = message.indexOf(": ", Math.max(place, 0));
            String said = place < 0 || reason < 0 ? message : message.substring(reason + 2);
            return new Reply.Refused(said, answer.path("line").asInt(0));
        } catch (JsonProcessingException e) {
            return refused;
        }
    }
}
