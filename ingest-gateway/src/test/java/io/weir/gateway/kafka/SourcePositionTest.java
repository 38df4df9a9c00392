package io.weir.gateway.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourcePositionTest {
    private static final SourceLog LOG = new SourceLog("b7KM_gFeS6Gm-2vBjA2kvg", 2);

    @Test
    void itsEpochIsCommittedInTheMetadata() {
        OffsetAndMetadata committed = new SourcePosition(LOG, 41, Optional.of(5)).committable();
        assertThat(committed).isEqualTo(new OffsetAndMetadata(41, "b7KM_gFeS6Gm-2vBjA2kvg/2@5"));
        assertThat(SourcePosition.read(committed)).isEqualTo(new SourcePosition(LOG, 41, Optional.of(5)));
        committed = new SourcePosition(LOG, 41).committable();
        assertThat(SourcePosition.read(committed)).isEqualTo(new SourcePosition(LOG, 41));
    }

    @Test
    void theEpochThatAnEarlierVersionCommittedIsIgnored() {
        OffsetAndMetadata committed = new OffsetAndMetadata(41, Optional.of(5), "b7KM_gFeS6Gm-2vBjA2kvg/2");
        assertThat(SourcePosition.read(committed)).isEqualTo(new SourcePosition(LOG, 41));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "by hand", "/1", "id/", "id/x", "id/1@", "id/1@x", "id/-1", "id/99999999999"})
    void otherMetadataIsNotOfWeir(String metadata) {
        assertThat(SourcePosition.read(new OffsetAndMetadata(41, metadata))).isNull();
    }
}
