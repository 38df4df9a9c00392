package io.weir.processing.suppress;

import io.weir.contract.state.Checkpoint;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.repeat.LastValues;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.OutputPlan;
import io.weir.processing.series.SeriesStates;
import io.weir.processing.series.Suppression;
import io.weir.processing.stage.Stage;
import java.util.List;

/** Marks the fields of a batch that need not be stored. Its memory is part of the series' state. One per task. */
public final class Suppressor implements Stage {

    private final ProcessingMeters meters;

    /** The state it works on comes with the batch, and who appended a metric has told the checkpoint. */
    public Suppressor(SeriesStates states, Checkpoint checkpoint, ProcessingMeters meters) {
        this.meters = meters;
    }

    @Override
    public void apply(MetricBatch batch) {
        int suppressed = 0;
        for (int metric = 0; metric < batch.size(); metric++) {
            OutputPlan plan = batch.state(metric).output(batch.output(metric));
            if (plan.storage()) {
                suppressed += suppress(batch, metric, plan);
            }
        }
        meters.suppressed(suppressed);
    }

    private static int suppress(MetricBatch batch, int metric, OutputPlan plan) {
        int suppressed = 0;
        byte[] bytes = batch.bytes(metric);
        for (int field = batch.fieldFrom(metric); field < batch.fieldTo(metric); field++) {
            // A text under the name of an aggregated field is in no window, so it is stored.
            if (batch.type(field).isNumber() && plan.isNotStored(bytes, batch.keyFrom(field), batch.keyTo(field))) {
                batch.leaveOut(field);
            } else if (isRepeat(batch, metric, field, plan.suppressions())) {
                batch.leaveOut(field);
                suppressed++;
            }
        }
        return suppressed;
    }

    private static boolean isRepeat(MetricBatch batch, int metric, int field, List<Suppression> suppressions) {
        byte[] bytes = batch.bytes(metric);
        for (int i = 0; i < suppressions.size(); i++) {
            Suppression suppression = suppressions.get(i);
            if (suppression.covers(bytes, batch.keyFrom(field), batch.keyTo(field))) {
                LastValues last = batch.state(metric).lastStored(batch.output(metric));
                int hint = field - batch.fieldFrom(metric);
                int number = last.field(bytes, batch.keyFrom(field), batch.keyTo(field), hint);
                return last.isRepeat(
                        number,
                        bytes,
                        batch.valueFrom(field),
                        batch.valueTo(field),
                        batch.timestamp(metric),
                        suppression.heartbeatNanos());
            }
        }
        return false;
    }
}
