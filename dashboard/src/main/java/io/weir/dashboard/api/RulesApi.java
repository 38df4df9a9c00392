package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.rulebook.RuleBook;
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
    private static final String FILE = "rules.yaml";

    private final RuleBook rules;
    private final AlarmTable alarms;
    private final Supplier<List<RuleCount>> meters;
    private String checkedVersion = "";
    private CheckedRules checked = CheckedRules.NONE;

    /**
     * Reads all arguments anew with each request.
     *
     * @param rules the published rules
     */
    public RulesApi(RuleBook rules, AlarmTable alarms, Supplier<List<RuleCount>> meters) {
        this.rules = rules;
        this.alarms = alarms;
        this.meters = meters;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of("GET /api/rules", (Endpoint.Once) this::active);
    }

    private Answer active(ApiRequest request) {
        Optional<String> version = rules.activeVersion();
        CheckedRules checkedRules = version.map(this::checked).orElse(CheckedRules.NONE);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("version", version.orElse(null));
        answer.put(
                "text",
                version.flatMap(rules::text)
                        .map(text -> new String(text, UTF_8))
                        .orElse(null));
        answer.put(
                "warnings",
                checkedRules.warnings().stream().map(RulesApi::warning).toList());
        answer.put("rules", rules(checkedRules));
        return Answer.of(answer);
    }

    /** Checks each version once. Empty until the version is complete. */
    private synchronized CheckedRules checked(String version) {
        if (!version.equals(checkedVersion)) {
            checked = CheckedRules.NONE;
            rules.located(version).ifPresent(located -> {
                checked = CheckedRules.of(FILE, located);
                checkedVersion = version;
            });
        }
        return checked;
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
