package io.weir.writer.store.clickhouse;

import static io.weir.contract.rule.storage.ClickHouseQuoting.literal;
import static io.weir.contract.rule.storage.ClickHouseQuoting.quoted;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesReader;
import io.weir.writer.store.Connections;
import io.weir.writer.store.Gzip;
import io.weir.writer.store.HttpAnswer;
import io.weir.writer.store.HttpPosts;
import io.weir.writer.store.Refusals;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.store.clickhouse.ClickHouseSql.FailedException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * ClickHouse. Tables are created and widened before their first line. A row that is written again
 * replaces the older one when the server merges, or in a query with {@code FINAL}.
 */
final class ClickHouse implements Store {
    private static final byte[] NOTHING = {};
    private static final Headers PLAIN = Headers.of();
    private static final Headers GZIP = Headers.of("Content-Encoding", "gzip");

    /** The locks of {@link Schema}, by database: several addresses may be those of one cluster. */
    private static final Map<String, Object> LOCKS = new ConcurrentHashMap<>();

    private final ClickHouseUrl url;
    private final Object lock;
    private final Connections connections;
    private final HttpPosts posts;
    private final ClickHouseSql sql;
    private final LineReader line = new LineReader();
    private final SeriesReader series = new SeriesReader();
    private final ShapeKey key = new ShapeKey();
    private final ShapeTable shapes = new ShapeTable();
    private final RowWriter rows = new RowWriter();
    private final Inserts inserts = new Inserts(rows);
    private final Gzip gzip = new Gzip();
    private boolean isCompressed;
    /** Null until the store is open. */
    private @Nullable Schema schema;

    /** Does not connect yet. */
    ClickHouse(ClickHouseUrl url, StoreOptions options) {
        this.url = url;
        this.lock = LOCKS.computeIfAbsent(url.database(), database -> new Object());
        this.connections = new Connections(options.timeout());
        Optional<String> user = options.token().isPresent() ? Optional.of(url.userOfPassword()) : url.user();
        this.posts = new HttpPosts(connections, url.http() + "/", user, options.token());
        this.sql = new ClickHouseSql(posts);
    }

    @Override
    public String url() {
        return url.text();
    }

    @Override
    public Reply prepare(byte[] bytes, int length, Refusals refusals) {
        try {
            Schema tables = open();
            line.wrap(bytes, 0, length);
            while (line.next()) {
                String reason = refusal(shape(tables));
                if (reason != null) {
                    refusals.refused(line.lineStart(), line.lineEnd(), reason);
                }
            }
            return Reply.STORED;
        } catch (IOException e) {
            return away(e);
        }
    }

    @Override
    public Reply write(byte[] bytes, int from, int to) {
        try {
            Reply.Refused refused = encode(open(), bytes, from, to);
            if (refused != null) {
                return refused;
            }
            for (int i = 0; i < inserts.count(); i++) {
                HttpAnswer answer = send(inserts.body(i));
                if (!answer.isSuccess()) {
                    Reply reply = ClickHouseErrors.toLines(answer, posts.permission());
                    return reply instanceof Reply.Away away ? forget(away) : reply;
                }
            }
            return Reply.STORED;
        } catch (FailedException e) {
            return away(e);
        } catch (IOException e) {
            return forget(HttpAnswer.none(e));
        }
    }

    @Override
    public void cancel() {
        connections.cancel();
    }

    @Override
    public void close() {
        connections.close();
    }

    private Schema open() throws IOException {
        Schema known = schema;
        if (known == null) {
            isCompressed = !Connections.isThisHost(url.http());
            String version = sql.rows("SELECT version()").path(0).path(0).asText();
            Dialect dialect = Dialect.of(version)
                    .orElseThrow(() -> new IOException("the server is no ClickHouse: correct the store's URL"));
            if (url.keepDays().isPresent() && !dialect.isModern()) {
                throw new IOException("ClickHouse " + version + " has no TTL: remove ?keep from the store's URL");
            }
            createDatabase();
            known = new Schema(sql, url, dialect, lock);
            schema = known;
        }
        return known;
    }

    private void createDatabase() throws IOException {
        if (sql.rows("SELECT 1 FROM system.databases WHERE name = " + literal(url.database()))
                .isEmpty()) {
            sql.run("CREATE DATABASE IF NOT EXISTS " + quoted(url.database()));
        }
    }

    /** The shape of the current line. */
    private Shape shape(Schema tables) throws IOException {
        LineError error = line.error();
        if (error == LineError.NONE) {
            error = series.read(line.bytes(), line.seriesStart(), line.seriesEnd());
        }
        if (error != LineError.NONE) {
            return Shape.refused(NOTHING, error.meaning());
        }
        key.read(line, series);
        Shape known = shapes.find(key);
        if (known == null) {
            known = newShape(tables);
            shapes.put(key, known);
        }
        return known;
    }

    /** Why the current line cannot be stored; null if it can. */
    private @Nullable String refusal(Shape shape) {
        Table table = shape.table();
        return table != null && shape.hasArrays() ? rows.wrongArray(table, shape, line) : shape.refusal();
    }

    private Shape newShape(Schema tables) throws IOException {
        byte[] itsKey = Arrays.copyOf(key.bytes(), key.length());
        try {
            LineNames names = LineNames.of(line, series);
            return Shape.of(itsKey, tables.admit(names), names);
        } catch (RefusedException e) {
            return Shape.refused(itsKey, e.reason());
        }
    }

    /** Encodes lines into {@link #inserts}; returns the refusal of one that was not prepared, or null. */
    private Reply.@Nullable Refused encode(Schema tables, byte[] bytes, int from, int to) throws IOException {
        inserts.clear();
        line.wrap(bytes, from, to);
        for (int number = 1; line.next(); number++) {
            Shape shape = shape(tables);
            Table table = shape.table();
            if (table == null) {
                return new Reply.Refused(String.valueOf(shape.refusal()), number);
            }
            inserts.add(table, shape, line, series);
        }
        return null;
    }

    private HttpAnswer send(RowBuffer body) throws IOException {
        if (!isCompressed) {
            return posts.post(PLAIN, body.bytes(), 0, body.length());
        }
        gzip.compress(body.bytes(), 0, body.length());
        return posts.post(GZIP, gzip.bytes(), 0, gzip.length());
    }

    /** The consequence of a failed statement. */
    private Reply.Away away(IOException e) {
        return forget(
                e instanceof FailedException failed
                        ? ClickHouseErrors.toStatement(failed.answer(), posts.permission())
                        : new Reply.Away(HttpAnswer.message(e)));
    }

    /** After an outage, the database may be another one or empty: everything is checked again. */
    private Reply.Away forget(Reply.Away away) {
        schema = null;
        shapes.clear();
        return away;
    }
}
