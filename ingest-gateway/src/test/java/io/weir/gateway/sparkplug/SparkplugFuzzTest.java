package io.weir.gateway.sparkplug;

import io.weir.gateway.consume.Message;
import io.weir.gateway.exposition.HeldBytes;
import io.weir.gateway.fuzz.InputFuzz;
import io.weir.gateway.intake.DatagramIntake;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.MessageDatagrams;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.eclipse.tahu.message.model.MetricDataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SparkplugFuzzTest {
    /** A message may have no metric, or fields that are passed over, so it may become nothing. */
    @Test
    void damagedPayloadsHarmNoOther() {
        byte[] whole = new Tahu(0, 1_790_000_000_000L)
                .metric("load", MetricDataType.Double, 0.5)
                .birth();
        byte[] more = new Tahu(1, 1_790_000_000_000L)
                .session(3)
                .metric("load", 1, MetricDataType.Int8, (byte) -1)
                .metric("name", MetricDataType.String, "x y")
                .metric("bins", MetricDataType.DoubleArray, new Double[] {0.5, 1.5})
                .metric("count", 2, MetricDataType.UInt64, BigInteger.TWO)
                .birth();
        byte[] aliases = new Tahu(2, 1_790_000_000_000L)
                .alias(1, MetricDataType.Int8, (byte) 1)
                .alias(7, MetricDataType.Int8, (byte) 1)
                .data();
        new InputFuzz(SparkplugFuzzTest::datagrams, whole, text -> true).run(List.of(whole, more, aliases));
    }

    /** A message is a birth or data, by its length. */
    private static DatagramIntake datagrams(Intake intake) {
        SparkplugMapping mapping =
                new SparkplugMapping(intake.lines, Set.of(), "m", new HeldBytes(1 << 20), (topic, payload) -> {});
        return new MessageDatagrams(intake.lines, (bytes, from, to, source, receivedNanos) -> {
            byte[] payload = Arrays.copyOfRange(bytes, from, to);
            String topic = to % 2 == 0 ? "spBv1.0/g/NBIRTH/n" : "spBv1.0/g/NDATA/n";
            mapping.message(new Message(1, payload, Message.NO_TIME, topic, topic), source, receivedNanos);
        });
    }
}
