package io.weir.dashboard.api;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.rule.LocatedRules;
import io.weir.contract.rule.alarm.AlarmRule;
import io.weir.contract.rule.alarm.Level;
import io.weir.contract.rule.alarm.Levels;
import io.weir.contract.rule.alarm.Limit;
import io.weir.contract.rule.alarm.RaisesAlarms;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.rule.match.TextPattern;
import io.weir.contract.rule.metric.Derivation;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.live.AlarmTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;

/** The endpoint for the series that an alarm's rule evaluates, with its limits. */
public final class AlarmSeriesApi {
    private final AlarmTable alarms;
    private final Supplier<Optional<LocatedRules>> rules;

    /**
     * Reads both anew with each request.
     *
     * @param rules the active rules; empty while none are known
     */
    public AlarmSeriesApi(AlarmTable alarms, Supplier<Optional<LocatedRules>> rules) {
        this.alarms = alarms;
        this.rules = rules;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of("GET /api/alarms/series", (Endpoint.Once) this::series);
    }

    private Answer series(ApiRequest request) {
        AlarmEvent alarm = request.parameter("alarm")
                .flatMap(alarms::state)
                .orElseThrow(() -> new ApiException(404, "alarm: there is no alarm with this id"));
        Optional<LocatedRules> active = rules.get();
        Optional<RaisesAlarms> rule = active.stream()
                .flatMap(all -> all.rules().raising().stream())
                .filter(one -> one.name().equals(alarm.rule()))
                .findFirst();
        Optional<AlarmRule> ofValues = rule.filter(AlarmRule.class::isInstance).map(AlarmRule.class::cast);
        boolean isComputed = ofValues.filter(AlarmSeriesApi::isComputed).isPresent();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put(
                "line",
                rule.flatMap(one -> active.map(all -> all.lines().of(one).line()))
                        .orElse(null));
        answer.put("series", ofValues.map(one -> series(one, alarm)).orElse(List.of()));
        answer.put(
                "limits",
                ofValues.filter(one -> !isComputed)
                        .map(one -> limits(one.levels()))
                        .orElse(List.of()));
        answer.put("computed", isComputed);
        return Answer.of(answer);
    }

    /** Only alarming receives the value of such a rule; others receive what it is computed from. */
    private static boolean isComputed(AlarmRule rule) {
        return rule.derivation().isPresent() || rule.comparison().isPresent();
    }

    /** The received series with the alarm's tags; none for an expression of several fields. */
    private static List<Map<String, Object>> series(AlarmRule rule, AlarmEvent alarm) {
        if (rule.derivation().filter(Derivation.FromLine.class::isInstance).isPresent()) {
            return List.of();
        }
        return names(rule.match().measurement()).stream()
                .map(name -> Map.<String, Object>of("measurement", name, "tags", alarm.tags(), "field", rule.field()))
                .toList();
    }

    /** The names that a pattern means; a selector has globs only. */
    private static List<String> names(TextPattern pattern) {
        return pattern.texts().orElseGet(() -> List.of(pattern instanceof Glob glob ? glob.pattern() : "*"));
    }

    private static List<Map<String, Object>> limits(Levels levels) {
        List<Map<String, Object>> limits = new ArrayList<>();
        add("MINOR", levels.minor(), limits);
        add("MAJOR", levels.major(), limits);
        add("INVALID", levels.invalid(), limits);
        return limits;
    }

    private static void add(String severity, Optional<Level> level, List<Map<String, Object>> to) {
        level.filter(Limit.class::isInstance).map(Limit.class::cast).ifPresent(limit -> DoubleStream.of(
                        limit.low(), limit.high())
                .filter(Double::isFinite)
                .forEach(value -> to.add(Map.of("severity", severity, "value", value))));
    }
}
