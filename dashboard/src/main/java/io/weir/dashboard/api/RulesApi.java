package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.rulebook.RuleBook;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.Ask;
import io.weir.dashboard.http.Endpoint;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Shows the rules that hold. */
public final class RulesApi {
    private final RuleBook rules;

    /** @param rules those that are published */
    public RulesApi(RuleBook rules) {
        this.rules = rules;
    }

    /** What it answers, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of("GET /api/rules", (Endpoint.Once) this::active);
    }

    private Answer active(Ask ask) {
        Optional<String> version = rules.activeVersion();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("version", version.orElse(null));
        answer.put(
                "text",
                version.flatMap(rules::text)
                        .map(text -> new String(text, UTF_8))
                        .orElse(null));
        return Answer.of(answer);
    }
}
