package io.weir.contract.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ServiceRunnerTest {

    private final List<String> calls = new ArrayList<>();
    private final Running running = new Running();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    @Test
    void closesInReverseOrderOfTheStart() {
        running.start(service("writer"));
        running.start(service("processing"));
        running.start(service("gateway"));

        running.close();

        assertThat(calls)
                .containsExactly(
                        "start writer",
                        "start processing",
                        "start gateway",
                        "close gateway",
                        "close processing",
                        "close writer");
    }

    @Test
    void closesOnceOnly() {
        running.start(service("writer"));

        running.close();
        running.close();

        assertThat(calls).containsExactly("start writer", "close writer");
    }

    @Test
    void closesTheOthersWhenOneCannotClose() {
        running.start(service("writer"));
        running.add(() -> {
            throw new IllegalStateException("cannot close");
        });

        running.close();

        assertThat(calls).contains("close writer");
    }

    @Test
    void closesServicesThatStartAfterTheEnd() {
        running.close();

        assertThatThrownBy(() -> running.start(service("late"))).isInstanceOf(IllegalStateException.class);
        assertThat(calls).containsExactly("close late");
    }

    @Test
    void reportsAMistakeAndClosesStartedServices() {
        boolean started = start(parts -> {
            parts.start(service("writer"));
            throw new StartException("udp.port: 8089 is taken; set another\nrules: no such file");
        });

        assertThat(started).isFalse();
        assertThat(errors.toString(UTF_8)).isEqualTo("udp.port: 8089 is taken; set another\nrules: no such file\n");
        assertThat(calls).containsExactly("start writer", "close writer");
    }

    @Test
    void warnsOfNothingInGoodRules() {
        boolean started = start(parts -> parts.start(service("writer")));

        assertThat(started).isTrue();
        assertThat(errors.toString(UTF_8)).isEmpty();
        assertThat(calls).containsExactly("start writer");
    }

    private boolean start(Consumer<Running> start) {
        return ServiceRunner.start(start, running, () -> new PrintStream(errors, true, UTF_8));
    }

    private Service service(String name) {
        return new RecordedService(name, Health.running(), calls);
    }
}
