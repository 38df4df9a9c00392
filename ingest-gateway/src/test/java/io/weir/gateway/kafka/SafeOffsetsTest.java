package io.weir.gateway.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.InTurn;
import io.weir.gateway.intake.OneInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class SafeOffsetsTest {
    private static final TopicPartition PARTITION = new TopicPartition("farm", 0);
    private static final SourceLog LOG = new SourceLog("id", 0);

    private final InTurn inTurn = new InTurn();
    private final SafeOffsets offsets =
            new SafeOffsets(new OneInput("kafka-topics").next(inTurn).withOrigins(), inTurn);

    @Test
    void offsetsWithoutUnsafeLinesAreSafe() {
        SourcePosition next = new SourcePosition(LOG, 7, Optional.of(3));
        offsets.read(PARTITION, next);
        offsets.ask();
        assertThat(offsets.takeSafe(List.of(PARTITION))).isEqualTo(Map.of(PARTITION, next.committable()));
        assertThat(offsets.takeSafe(List.of(PARTITION))).isEmpty();
    }

    @Test
    void offsetsOfALogThatWasReplacedAreDropped() {
        for (SourceLog replaced : List.of(LOG.next(), new SourceLog("other", 0))) {
            offsets.read(PARTITION, new SourcePosition(LOG, 7));
            offsets.ask();
            offsets.read(PARTITION, new SourcePosition(replaced, 0));
            assertThat(offsets.takeSafe(List.of(PARTITION))).isEmpty();
        }
    }
}
