package io.weir.query.api;

import io.weir.query.series.ValueStore;
import io.weir.query.series.ValueType;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A program that answers one request for many different texts and numbers. */
final class LargeAnswer {
    private static final int SERIES = 100;

    private LargeAnswer() {}

    /**
     * Prints the number of bytes of the answer.
     *
     * @param arguments the format, the number of texts, and their length in characters
     */
    public static void main(String[] arguments) throws IOException {
        int texts = Integer.parseInt(arguments[1]);
        ValuesApi api = new ValuesApi(
                store(texts, Integer.parseInt(arguments[2])),
                new ValueLimits(2L * texts, 1L << 40, Duration.ofMinutes(5)),
                new Turns(1),
                Clock.systemUTC());
        Counted answer = new Counted();
        api.answer(
                Map.of("series", List.of("x"), "from", List.of("0"), "format", List.of(arguments[0])),
                "",
                "",
                true,
                (status, mediaType) -> answer);
        System.out.println(answer.bytes);
    }

    private static ValueStore store(int texts, int length) {
        StringBuilder letters = new StringBuilder();
        Random random = new Random(1);
        random.ints(length, 'a', 'z' + 1).forEach(each -> letters.append((char) each));
        String end = letters.toString();
        return (matchers, from, to, time, sink) -> {
            for (int i = 0; i < texts; i++) {
                sink.row("m", Map.of("host", "h" + i % SERIES), i);
                sink.value("state", ValueType.TEXT, i + end);
                sink.value("load", ValueType.FLOAT, Double.toString(random.nextDouble()));
            }
        };
    }

    private static final class Counted extends OutputStream {
        private long bytes;

        @Override
        public void write(int one) {
            bytes++;
        }

        @Override
        public void write(byte[] more, int from, int length) {
            bytes += length;
        }
    }
}
