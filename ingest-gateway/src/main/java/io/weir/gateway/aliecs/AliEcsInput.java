package io.weir.gateway.aliecs;

import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.kafka.TopicInput;
import io.weir.gateway.kafka.TopicSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An input that reads events of AliECS, as lines, and perhaps as the state of the farm. */
public final class AliEcsInput implements Input {
    private final TopicInput lines;
    private final @Nullable FarmStateWriter state;

    private AliEcsInput(TopicInput lines, @Nullable FarmStateWriter state) {
        this.lines = lines;
        this.state = state;
    }

    /**
     * Starts to read once Kafka and the topics are available.
     *
     * @param state which runs decide the state of the farm; empty: none
     * @throws io.weir.contract.service.StartException if the settings are not valid for a Kafka consumer
     */
    public static AliEcsInput open(TopicSource source, Optional<StateSettings> state, Intakes intakes) {
        TopicInput lines = TopicInput.open(source, intakes, EventLines::new);
        FarmStateWriter writer = state.map(settings ->
                        FarmStateWriter.open(source, settings, intakes.kafka(), intakes.counts(), intakes.missed()))
                .orElse(null);
        return new AliEcsInput(lines, writer);
    }

    @Override
    public String listens() {
        return lines.listens() + (state == null ? "" : ", and writes the state of the farm");
    }

    @Override
    public void close() {
        if (state != null) {
            state.close();
        }
        lines.close();
    }
}
