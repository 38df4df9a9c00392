package io.weir.query.eval;

import io.weir.query.promql.Aggregator;
import io.weir.query.promql.BinaryOperator;
import io.weir.query.promql.Function;
import io.weir.query.promql.Promql;
import io.weir.query.promql.PromqlException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Queries for the series of {@link RandomSamples}: every function, aggregation and operator with every kind of operand, as
 * the public tester of PromQL has them.
 */
final class EveryOperation {
    private static final List<String> RANGES = List.of("1s", "15s", "1m", "5m", "15m", "1h");
    private static final List<String> SHIFTS =
            List.of("", " offset 1m", " offset 10m", " offset -5m", " @ start()", " @ 1700001800");
    private static final List<String> GROUPINGS = List.of(
            "", "by ()", "by (host)", "by (host, rack)", "by (none)", "without ()", "without (host)", "without (none)");

    /** Arguments of functions; {@code RANGE} is a range. */
    private static final List<String> ARGUMENTS = List.of(
            "",
            "temperature",
            "-load",
            "missing",
            "1.5",
            "temperature[RANGE]",
            "requests_total[RANGE]",
            "missing[RANGE]",
            "up, 2",
            "load, 0, 3",
            "load, 3, 0",
            "-0.5, temperature[RANGE]",
            "0.9, temperature[RANGE]",
            "1.5, temperature[RANGE]",
            "temperature[RANGE], 600",
            "temperature[RANGE], 0.3, 0.6",
            "0.9, rate(latency_bucket[RANGE])",
            "0.9, temperature",
            "1.5, rate(latency_bucket[RANGE])",
            "temperature, 'rack', 'to-$1', 'host', 'h(.*)'",
            "temperature, 'rack', 'to-$1', 'host', 'x(.*)'",
            "temperature, 'rack', '', 'none', '.*'",
            "temperature, 'host', '', '', ''",
            "temperature, 'all', '-', 'host', 'rack'");

    /** Operands of an operator {@code OP}. */
    private static final List<String> OPERANDS = List.of(
            "7 OP 2.5",
            "7 OP bool 2.5",
            "time() OP temperature",
            "temperature OP time()",
            "temperature OP 23.4",
            "temperature OP bool 23.4",
            "0.5 OP load",
            "load OP (1 * 2 + 4 / 6 - 10)",
            "temperature OP on(host, rack) up",
            "temperature OP on(host, rack) temperature",
            "temperature OP bool on(host, rack) temperature",
            "temperature OP ignoring(rack) load",
            "sum by (host) (requests_total) OP on(host) group_left(rack) temperature",
            "sum by (host) (load) OP on(host) group_right temperature",
            "temperature OP on(rack) group_left quota",
            "temperature OP missing");

    /** Only Weir has it. */
    private static final Function OWN = Function.INTEGRAL_OVER_TIME;

    private EveryOperation() {}

    /** Each query is accepted. */
    static List<String> queries() {
        List<String> all = new ArrayList<>();
        Stream.of(Function.values()).filter(each -> each != OWN).forEach(each -> add(functions(each), each, all));
        Stream.of(Aggregator.values()).forEach(each -> add(aggregations(each), each, all));
        // In Prometheus 2.42, atan2 keeps the name.
        Stream.of(BinaryOperator.values())
                .filter(each -> each != BinaryOperator.ATAN2)
                .forEach(each -> add(OPERANDS.stream().map(form -> form.replace("OP", each.toString())), each, all));
        SHIFTS.forEach(shift -> all.addAll(List.of(
                "temperature" + shift,
                "{__name__=~'load|up',host!='h1'}" + shift,
                "avg_over_time(load[3m]" + shift + ")",
                "max_over_time(rate(requests_total[1m])[5m:20s]" + shift + ")")));
        return all;
    }

    private static void add(Stream<String> possible, Object operation, List<String> all) {
        List<String> accepted = possible.filter(EveryOperation::isAccepted).toList();
        if (accepted.isEmpty()) {
            throw new IllegalStateException("no query has " + operation);
        }
        all.addAll(accepted);
    }

    private static Stream<String> functions(Function function) {
        return ARGUMENTS.stream()
                .flatMap(form -> form.contains("RANGE")
                        ? RANGES.stream().map(range -> form.replace("RANGE", range))
                        : Stream.of(form))
                .map(arguments -> function + "(" + arguments + ")");
    }

    private static Stream<String> aggregations(Aggregator aggregator) {
        return GROUPINGS.stream()
                .flatMap(grouping -> Stream.of("temperature", "2, temperature", "'v', temperature", "missing")
                        .map(operand -> aggregator + " " + grouping + " (" + operand + ")"));
    }

    private static boolean isAccepted(String query) {
        try {
            return Promql.parse(query) != null;
        } catch (PromqlException e) {
            return false;
        }
    }
}
