package io.weir.query.api;

import io.weir.query.series.EvaluationException;
import io.weir.query.series.Matcher;
import io.weir.query.series.ValueStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** Streams raw values of any type in the thread of the caller. Thread-safe. */
public final class ValuesApi {
    /** The path of all requests. */
    public static final String PATH = "/api/v1/values";

    private static final String JSON = "application/json";

    private final ValueStore store;
    private final ValueLimits limits;
    private final Turns turns;
    private final Clock clock;

    /** @param turns shared with all queries of the store */
    public ValuesApi(ValueStore store, ValueLimits limits, Turns turns, Clock clock) {
        this.store = store;
        this.limits = limits;
        this.turns = turns;
        this.clock = clock;
    }

    /**
     * Answers a request; also one that is wrong.
     *
     * @param query the parameters of the address
     * @param form the body, a form; may be empty
     * @param accept the header Accept; empty without one
     * @param hasBody whether values are sent; otherwise only the parameters are checked
     * @throws IOException if an answer that has begun cannot be completed: the connection must be broken
     */
    public void answer(
            Map<String, List<String>> query, String form, String accept, boolean hasBody, ValueResponse response)
            throws IOException {
        try {
            Parameters parameters = new Parameters(query, form);
            List<Matcher> matchers = parameters.selector("series");
            long from = parameters.time("from");
            long to = parameters.time("to", clock.millis());
            if (to < from) {
                throw Parameters.invalid("to", "the end is before \"from\"");
            }
            ValueFormat format = parameters.format(accept);
            if (hasBody) {
                stream(matchers, from, to, format, response);
            } else {
                response.begin(200, format.mediaType());
            }
        } catch (RequestException e) {
            refuse(e.type(), e, response);
        } catch (UncheckedIOException e) {
            throw new IOException(e);
        }
    }

    private void stream(List<Matcher> matchers, long from, long to, ValueFormat format, ValueResponse response)
            throws IOException {
        try (ValueOutput output = new ValueOutput(format, limits, response)) {
            try {
                turns.take(limits.timeout(), left -> {
                    store.read(matchers, from, to, left, output);
                    output.end();
                    return true;
                });
            } catch (EvaluationException e) {
                ErrorType type = ErrorType.of(e.reason());
                if (output.cut(type, String.valueOf(e.getMessage()))) {
                    throw new IOException("the answer is cut: " + e.getMessage(), e);
                }
                refuse(type, e, response);
            }
        }
    }

    private static void refuse(ErrorType type, RuntimeException why, ValueResponse response) throws IOException {
        response.begin(type.status(), JSON).write(Json.error(type, String.valueOf(why.getMessage())));
    }
}
