package io.weir.writer.store.questdb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.LongHashSet;
import io.weir.contract.line.Series;
import io.weir.writer.store.Connections;
import io.weir.writer.store.HttpAnswer;
import io.weir.writer.store.Refusals;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;
import io.weir.writer.store.influxdb.InfluxDb1Url;
import io.weir.writer.store.influxdb.LineClient;
import io.weir.writer.store.questdb.QuestDbSql.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import okhttp3.Credentials;
import org.jspecify.annotations.Nullable;

/**
 * QuestDB. Tables that it creates for unknown measurements keep every repetition. Therefore each
 * series is checked once, and its table is created or widened before its first line. A batch with a
 * rejected line is not stored at all.
 */
public final class QuestDb implements Store {
    /** Maximum number of admitted series; 4 MiB. */
    private static final int MAX_SEEN = 1 << 18;
    /**
     * Maximum number of stored reasons for rejected series, which spare a statement per line of a
     * persistent sender.
     */
    private static final int MAX_REFUSED = 10_000;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final QuestDbUrl url;
    private final Optional<String> password;
    private final Connections connections;
    private final LineClient client;
    private final LineReader reader = new LineReader();
    private final Map<Long, String> refusedSeries = new HashMap<>();
    private final FieldConflicts conflicts = new FieldConflicts();
    /** Admitted series; starts over when full, which costs one more check for each series. */
    private LongHashSet seen;

    private final int maxSeen;

    private QuestDbSchema schema;
    private boolean hasLearnt;

    QuestDb(QuestDbUrl url, Optional<String> password, Connections connections) {
        this(url, password, connections, MAX_SEEN);
    }

    /** @param maxSeen number of admitted series that it remembers */
    QuestDb(QuestDbUrl url, Optional<String> password, Connections connections, int maxSeen) {
        this.maxSeen = maxSeen;
        this.seen = new LongHashSet(maxSeen);
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
                // Lines that this reader rejects do not come from Weir; QuestDB decides about them.
                if (reader.error() == LineError.NONE) {
                    check(refusals);
                }
            }
            return Reply.STORED;
        } catch (IOException e) {
            forget();
            return new Reply.Away(HttpAnswer.message(e));
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
                // Series that were checked before may have the field as well.
                seen = new LongHashSet(maxSeen);
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

    private void check(Refusals refusals) throws IOException {
        long hash = schemaHash();
        if (seen.contains(hash)) {
            return;
        }
        String reason = refusedSeries.get(hash);
        if (reason == null) {
            reason = admitted();
        }
        if (reason == null) {
            if (seen.isFull()) {
                seen = new LongHashSet(maxSeen);
            }
            seen.add(hash);
            return;
        }
        if (refusedSeries.size() == MAX_REFUSED) {
            refusedSeries.clear();
        }
        refusedSeries.put(hash, reason);
        refusals.refused(reader.lineStart(), reader.lineEnd(), reason);
    }

    /** Null, or the reason why QuestDB rejects lines like the current one. */
    private @Nullable String admitted() throws IOException {
        Series series;
        try {
            series = Series.parse(reader.bytes(), reader.seriesStart(), reader.seriesEnd());
        } catch (IllegalArgumentException e) {
            // Not from Weir: other producers of the topic must not stop the writer.
            return e.getMessage();
        }
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < reader.fieldCount(); i++) {
            String field = reader.fieldKey(i);
            FieldType type = reader.fieldType(i);
            if (type == FieldType.UNSIGNED) {
                return "field '" + field + "' is unsigned, a type that QuestDB does not have";
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

    /** Hash of the series with its field keys and types. */
    private long schemaHash() {
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

    /** After an outage, the database may be another one or empty: everything is checked again. */
    private void forget() {
        seen = new LongHashSet(maxSeen);
        refusedSeries.clear();
        conflicts.clear();
        schema = newSchema();
    }

    private QuestDbSchema newSchema() {
        Optional<String> authorization = url.user().map(user -> Credentials.basic(user, password.orElse("")));
        return new QuestDbSchema(new QuestDbSql(connections.calls(), url.http(), authorization));
    }

    /**
     * Extracts line and reason from QuestDB's JSON answer, which the client passes on unmodified.
     */
    private static Reply.Refused explained(Reply.Refused refused) {
        try {
            JsonNode answer = JSON.readTree(refused.reason());
            String message = answer.path("message").asText(refused.reason());
            int place = message.lastIndexOf("error in line ");
            int colon = message.indexOf(": ", Math.max(place, 0));
            String reason = place < 0 || colon < 0 ? message : message.substring(colon + 2);
            return new Reply.Refused(reason, answer.path("line").asInt(0));
        } catch (JsonProcessingException e) {
            return refused;
        }
    }
}
