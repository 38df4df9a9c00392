package io.weir.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.delivery.Begin;
import io.weir.relay.message.Feed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RelayConfigTest {

    @Test
    void relaysUnmodifiedLinesOfStorageByDefault() {
        assertThat(read("").isOn()).isFalse();
        SinkConfig sink = read("sinks: {grid: {kafka: {bootstrap: 'k:9092', topic: weir}}}")
                .sinks()
                .get(0);
        assertThat(sink.name()).isEqualTo("grid");
        assertThat(sink.feeds()).containsExactly(Feed.STORAGE);
        assertThat(sink.measurements()).isEmpty();
        assertThat(sink.begin()).isEqualTo(Begin.NEWEST);
        assertThat(sink.layout()).isEmpty();
        assertThat(sink.destination().shown()).isEqualTo("topic=weir kafka=k:9092");
    }

    @Test
    void neverShowsAPassword(@TempDir Path directory) throws IOException {
        Path password = Files.writeString(directory.resolve("password"), "secret\n");
        RelayConfig config = read("""
                sinks:
                  rabbit: {amqp: {brokers: [r], exchange: e, user: weir, password-file: "%1$s"}}
                  kafka: {kafka: {bootstrap: "k:1", topic: t, user: weir, password-file: "%1$s"}}
                """.formatted(password));
        assertThat(config.sinks()).hasSize(2).allSatisfy(sink -> assertThat(
                        sink.toString() + sink.destination().shown())
                .doesNotContain("secret"));
    }

    @Test
    void reportsAllMistakesTogether() {
        assertThatThrownBy(() -> read("""
                        sinks:
                          Grid: {kafka: {bootstrap: "k:1", topic: t}}
                          none: {read: [logs], measurements: ["*"], begin: now}
                          both: {amqp: {exchange: e, brokers: ["a:b"]}, kafka: {bootstrap: k}}
                          empty: {read: [], kafka: {bootstrap: "k:1", topic: "{"}}
                          user: {amqp: {exchange: e, user: weir}}
                          place: {amqp: {exchange: e}, mapping: {measurement: /a, tags: {t: /a/b}, timestamp: time}}
                          state: {read: [state], kafka: {bootstrap: "k:1", topic: "{measurement}.{severity}"}}
                          number: {amqp: {exchange: e}, mapping: {measurement: m, fields: {v: /a/0}, precision: h}}
                        """))
                .isInstanceOfSatisfying(MistakesException.class, mistakes -> assertThat(mistakes.getMessage())
                        .contains(
                                "\"Grid\" is not a valid name of a sink",
                                "none.read",
                                "begin",
                                "and kafka are both missing",
                                "and kafka are both set",
                                "\"a:b\"",
                                "is not HOST:PORT",
                                "topic: is missing",
                                "read: is empty",
                                "has a { without its }",
                                "or set WEIR_SINK_PASSWORD_USER",
                                "tag t and the measurement have the same place \"/a/b\"",
                                "must be a JSON pointer, was \"time\"",
                                "state.read: has state, but \"{measurement}.{severity}\" has names other than",
                                "has a number, was \"/a/0\"",
                                "precision"));
    }

    private static RelayConfig read(String text) {
        return YamlSource.text("relay.yaml", text).read(RelayConfig::read);
    }
}
