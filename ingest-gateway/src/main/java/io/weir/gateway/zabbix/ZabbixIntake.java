package io.weir.gateway.zabbix;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.contract.line.SeriesHash;
import io.weir.gateway.intake.FrameAnswer;
import io.weir.gateway.intake.FrameHead;
import io.weir.gateway.intake.FrameIntake;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.spelling.ByteText;
import io.weir.gateway.intake.spelling.NumberText;
import io.weir.gateway.json.JsonRecords;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Serves the requests of Zabbix agents and {@code zabbix_sender}, as a Zabbix server does. A value that
 * is wrong is refused alone. Belongs to one thread.
 */
public final class ZabbixIntake implements FrameIntake {
    /** A request has three levels. Others are skipped. */
    static final int MAX_DEPTH = 64;

    /** The warning for a value whose number was not above all before it in its session. */
    static final String REPEATED = "zabbix-repeated";

    private static final byte[] NOTHING = {};

    private final FrameHead head = new ZabbixHead();
    private final LineIntake lines;
    private final Sessions sessions;
    private final ActiveChecks checks;
    private final ZlibUnpacker unpacker;
    private final ValueLines values;
    private final Request request = new Request();
    private final ItemValue value = new ItemValue();
    private final JsonRecords records = new JsonRecords(new Values(), MAX_DEPTH);
    private byte[] bytes = NOTHING;
    private SocketAddress source = new InetSocketAddress(0);
    private long receivedNanos;
    private Sessions.@Nullable Session session;
    private int total;
    private int withoutLine;

    /**
     * Writes lines to {@code lines}.
     *
     * @param maxBytes longer bodies are refused, packed or not
     * @param sessions shared by all threads of the input
     */
    public ZabbixIntake(LineIntake lines, ItemSettings items, int maxBytes, Sessions sessions) {
        this.lines = lines;
        this.sessions = sessions;
        this.checks = new ActiveChecks(items.checks());
        this.unpacker = new ZlibUnpacker(maxBytes);
        this.values = new ValueLines(lines, items, checks);
    }

    @Override
    public FrameHead head() {
        return head;
    }

    @Override
    public FrameAnswer refusal(String message) {
        return Answers.failed(message);
    }

    @Override
    public FrameAnswer frame(byte[] head, byte[] body, int length, SocketAddress sender, long nanos) {
        source = sender;
        receivedNanos = nanos;
        bytes = body;
        try {
            if (!ZabbixHead.isCompressed(head)) {
                return serve(length);
            }
            int plain = unpacker.unpack(body, length, ZabbixHead.plainLength(head));
            if (plain < 0) {
                boolean isTooLarge = plain == ZlibUnpacker.TOO_LARGE;
                return refuse(isTooLarge ? ZabbixError.TOO_LARGE : ZabbixError.BROKEN_ZLIB, length, 0);
            }
            bytes = unpacker.plain();
            return serve(plain);
        } finally {
            bytes = NOTHING; // Releases a large body early.
            unpacker.clear();
        }
    }

    private FrameAnswer serve(int length) {
        if (!request.read(bytes, length)) {
            return refuse(ZabbixError.BROKEN_JSON, length, request.wrongAt());
        }
        return switch (request.kind()) {
            case "sender data", "agent data" ->
                request.hasData() ? takeValues(length) : refuse(ZabbixError.NO_DATA, length, 0);
            case "active checks" -> Answers.of(checks.json(request.host()));
            case "active check heartbeat" -> Answers.NONE; // A server does not answer it.
            default -> refuse(ZabbixError.UNKNOWN_REQUEST, length, 0);
        };
    }

    private FrameAnswer refuse(ZabbixError error, int length, int at) {
        lines.refuse(error.code(), bytes, 0, length, at, source, receivedNanos);
        String request = error == ZabbixError.UNKNOWN_REQUEST ? " \"" + this.request.kind() + '"' : "";
        return Answers.failed(error.code() + request + ": nothing was accepted");
    }

    private FrameAnswer takeValues(int length) {
        long begunNanos = System.nanoTime();
        total = 0;
        withoutLine = 0;
        session = session();
        values.begin(length, request.host(), source, receivedNanos);
        records.read(bytes, request.dataFrom(), request.dataTo());
        int processed = values.handOver() + withoutLine;
        return Answers.processed(processed, total, System.nanoTime() - begunNanos);
    }

    private Sessions.@Nullable Session session() {
        if (request.session().isEmpty()) {
            return null;
        }
        byte[] name = (request.host() + ItemKey.SEPARATOR + request.session()).getBytes(UTF_8);
        return sessions.of(SeriesHash.of(name, 0, name.length));
    }

    /** Reads the values of a request. */
    private final class Values implements JsonRecords.Target {
        @Override
        public void record(JsonParser json, JsonToken first) throws IOException {
            total++;
            if (first != JsonToken.START_OBJECT) {
                int from = records.start(json);
                json.skipChildren();
                json.finishToken();
                values.refuse(ZabbixError.NOT_A_VALUE, bytes, from, records.end(json), from);
                return;
            }
            value.read(json, records);
            countNumber();
            if (!value.has(Part.VALUE) && !value.isBad(Part.VALUE) && value.has(Part.LOG_SIZE)) {
                withoutLine++; // Only how far an agent has read a log file.
                return;
            }
            ZabbixError error = values.add(value);
            if (error != ZabbixError.NONE) {
                values.refuse(error, bytes, value.from(), value.to(), value.place(error.part()));
            }
        }

        /** The first reading skips the values, so an error appears only here: a text beyond the reader's limits. */
        @Override
        public void broken(int from, int to, int at) {
            total++;
            values.refuse(ZabbixError.BROKEN_JSON, bytes, from, to, at);
        }
    }

    private void countNumber() {
        Sessions.Session current = session;
        ByteText id = value.text(Part.ID);
        boolean isNumber = id.length() > 0
                && NumberText.isInteger(id.bytes(), 0, id.length())
                && NumberText.fitsLong(id.bytes(), 0, id.length())
                && id.bytes()[0] != '-';
        if (current == null || !isNumber) {
            return;
        }
        int missing = current.next(NumberText.integer(id.bytes(), 0, id.length()));
        if (missing == Sessions.Session.REPEATED) {
            lines.counts().warnings.add(REPEATED, 1);
        } else if (missing > 0) {
            lines.missing(missing, source);
        }
    }
}
