package io.weir.standalone.top;

import io.weir.standalone.top.ServiceRow.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Joins the rows of services with the lags of the whole farm. Pure. */
final class LagRows {

    private LagRows() {}

    /** Adds each lag to the first row of its stage; a stage without a row gets one. */
    static List<ServiceRow> join(List<ServiceRow> services, List<StageLag> lags) {
        List<ServiceRow> rows = new ArrayList<>(services);
        for (StageLag lag : lags) {
            int first = 0;
            while (first < rows.size() && !rows.get(first).name().equals(lag.stage())) {
                first++;
            }
            if (first < rows.size()) {
                rows.set(first, rows.get(first).with(lag));
            } else {
                rows.add(rowOf(lag, services));
            }
        }
        return rows;
    }

    private static ServiceRow rowOf(StageLag lag, List<ServiceRow> services) {
        Optional<String> whole = services.stream()
                .map(ServiceRow::name)
                .filter(name -> lag.stage().startsWith(name + "-"))
                .findFirst();
        State state = !lag.hasConsumer() ? State.NO_CONSUMER : whole.isPresent() ? State.PART : State.ELSEWHERE;
        String detail =
                switch (state) {
                    case NO_CONSUMER -> "its consumer group has no member";
                    case PART -> "part of " + whole.orElse("");
                    default -> "not among the services shown here";
                };
        return new ServiceRow(
                OptionalInt.empty(),
                lag.stage(),
                state,
                detail,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.of(lag));
    }
}
