package io.weir.query.eval;

import io.weir.query.promql.Function;
import io.weir.query.series.Labels;
import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import java.util.ArrayList;
import java.util.List;

/** A call of a function of ranges. */
final class RangeCall implements VectorNode {
    private final RangeFunction function;
    private final RangeSelection selection;
    private final ScalarNode[] scalars;
    /** The labels of the result of each series. */
    private final List<Labels> results = new ArrayList<>();

    private final Unique unique = new Unique();

    RangeCall(Function function, RangeSelection selection, ScalarNode[] scalars) {
        this.function = RangeFunction.of(function);
        this.selection = selection;
        this.scalars = scalars;
        for (Series each : selection.series()) {
            results.add(
                    function == Function.LAST_OVER_TIME
                            ? each.labels()
                            : each.labels().withoutName());
        }
    }

    @Override
    public List<Sample> at(long time) {
        double[] numbers = ScalarNode.all(scalars, time);
        List<Sample> found = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            Series series = selection.series().get(i);
            Window window = selection.window(series, time);
            if (window.size() >= function.least()) {
                unique.claim(results.get(i), series.labels());
                found.add(new Sample(results.get(i), function.computation().of(window, numbers)));
            }
        }
        return found;
    }
}
