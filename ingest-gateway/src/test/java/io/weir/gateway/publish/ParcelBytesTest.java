package io.weir.gateway.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.batch.BatchName;
import io.weir.gateway.intake.batch.BatchOrigin;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.count.InputCounts;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParcelBytesTest {
    private static final BatchName NAME = new BatchName(-5, 3);
    private static final byte[] LINES = "cpu value=1 1\n".getBytes(UTF_8);

    private final InputCounts counts = new InputCounts("udp");

    @Test
    void readsParcelsAsTheyWereWritten() {
        ParcelBytes bytes = new ParcelBytes(name -> name.equals("udp") ? counts : new InputCounts(name));
        List<Parcel> parcels = List.of(
                new Parcel.Tick(3, NAME, 77, 5),
                new Parcel.State(1, "4\nrun=7".getBytes(UTF_8), 80),
                new Parcel.Batch(2, NAME, LINES, 5, 78, counts),
                new Parcel.Batch(2, NAME, LINES, 5, 78, counts, null, new BatchOrigin("topic/0", "4711*5")),
                new Parcel.Refused("cpu x".getBytes(UTF_8), "missing-fields", "[::1]:9", 4, 3, 79, counts));
        for (Parcel parcel : parcels) {
            byte[] frame = ParcelBytes.write(parcel);
            assertThat(bytes.read(frame)).usingRecursiveComparison().isEqualTo(parcel);
            for (int length = 0; length < Math.min(9, frame.length); length++) {
                assertThat(bytes.read(Arrays.copyOf(frame, length))).isNull();
            }
        }
        assertThat(bytes.read(new byte[] {'?', 0, 0})).isNull();
    }
}
