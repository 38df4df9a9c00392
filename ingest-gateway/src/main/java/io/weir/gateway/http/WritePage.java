package io.weir.gateway.http;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.gateway.intake.stamp.StampUnit;
import java.net.SocketAddress;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Accepts lines like InfluxDB: {@code /write} or {@code /api/v2/write}. Ignores the names of
 * databases and buckets.
 */
final class WritePage implements Page {
    private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.POST);

    private final Dialect dialect;
    private final Admission admission;
    private final WriteLoop loop;
    private final BadLines badLines = new BadLines();

    WritePage(Dialect dialect, Tokens tokens, WriteLoop loop) {
        this.dialect = dialect;
        this.admission = new Admission(tokens, loop);
        this.loop = loop;
    }

    @Override
    public Set<HttpMethod> methods() {
        return METHODS;
    }

    @Override
    public @Nullable Answer refuse(Head head, SocketAddress source) {
        Answer rejection = admission.refuse(head, source, dialect);
        if (rejection != null) {
            return rejection;
        }
        if (unit(head) == null) {
            return dialect.error(400, "precision must be " + dialect.precisions())
                    .rejected(RejectedRequest.PRECISION);
        }
        return null;
    }

    private @Nullable StampUnit unit(Head head) {
        String precision = head.parameter("precision");
        return precision == null || precision.isEmpty() ? StampUnit.NS : dialect.unit(precision);
    }

    @Override
    public void serve(Head head, byte[] body, int length, SocketAddress source, Consumer<Answer> reply) {
        StampUnit unit = unit(head);
        if (unit == null || !loop.hasRoom()) {
            reply.accept(RejectedRequest.noRoom(dialect));
            return;
        }
        badLines.clear();
        int taken = loop.take(body, length, unit, source, badLines);
        Answer answer = badLines.count() == 0 ? Answer.noContent() : dialect.error(400, badLines.message(taken));
        if (taken == 0) {
            reply.accept(answer);
        } else {
            loop.whenKnown(outcome -> reply.accept(RejectedRequest.by(outcome, answer, dialect)));
        }
    }
}
