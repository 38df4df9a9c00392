package io.weir.gateway.aliecs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * The messages in the test data.
 *
 * @param expected what it becomes, in lines
 */
record RecordedMessages(String name, String topic, byte[] bytes, List<String> expected) {
    static Stream<RecordedMessages> all() {
        try (InputStream in = requireNonNull(RecordedMessages.class.getResourceAsStream("/aliecs/messages.txt"))) {
            return Stream.of(new String(in.readAllBytes(), UTF_8).split("(?m)^== "))
                    .filter(text -> !text.isEmpty())
                    .map(text -> of(text.strip().lines().toList()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RecordedMessages of(List<String> lines) {
        return new RecordedMessages(
                lines.get(0),
                lines.get(1).substring("topic: ".length()),
                HexFormat.of()
                        .parseHex(lines.get(2).substring("bytes:".length()).strip()),
                lines.subList(3, lines.size()));
    }

    @Override
    public String toString() {
        return name;
    }
}
