package io.weir.dashboard.api;

import io.weir.contract.rulecheck.Finding;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.live.AlarmTable;
import io.weir.dashboard.live.RuleCount;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The endpoint for the active rules, with the warnings of checks, and the meters and alarms of each
 * rule.
 */
public final class RulesApi {
    private final ActiveRules rules;
    private final AlarmTable alarms;
    private final Supplier<List<RuleCount>> meters;

    /** Reads all arguments anew with each request. */
    public RulesApi(ActiveRules rules, AlarmTable alarms, Supplier<List<RuleCount>> meters) {
        this.rules = rules;
        this.alarms = alarms;
        this.meters = meters;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of("GET /api/rules", (Endpoint.Once) this::active);
    }

    private Answer active(ApiRequest request) {
        Optional<String> version = rules.version();
        CheckedRules checkedRules = version.map(rules::checked).orElse(CheckedRules.NONE);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("version", version.orElse(null));
        answer.put("text", version.flatMap(rules::text).orElse(null));
        answer.put(
                "warnings",
                checkedRules.warnings().stream().map(RulesApi::warning).toList());
        answer.put("rules", rules(checkedRules));
        return Answer.of(answer);
    }

    private static Map<String, Object> warning(Finding warning) {
        return Map.of(
                "line", warning.line(), "path", warning.path(), "what", warning.what(), "remedy", warning.remedy());
    }

    private List<Map<String, Object>> rules(CheckedRules checkedRules) {
        Map<String, Map<String, Double>> counts = new HashMap<>();
        meters.get().forEach(count -> counts.computeIfAbsent(count.rule(), unseen -> new TreeMap<>())
                .merge(count.meter(), count.value(), Double::sum));
        Map<String, Map<String, Integer>> raised =
                AlarmCounts.byRule(alarms.all().alarms());
        return checkedRules.rules().stream()
                .map(rule -> Map.<String, Object>of(
                        "kind", rule.kind(),
                        "name", rule.name(),
                        "line", rule.line(),
                        "counts", counts.getOrDefault(rule.name(), Map.of()),
                        "alarms", raised.getOrDefault(rule.name(), Map.of())))
                .toList();
    }
}
