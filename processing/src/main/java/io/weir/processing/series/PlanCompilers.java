package io.weir.processing.series;

import io.weir.contract.rule.Rules;
import java.util.HashMap;
import java.util.Map;

/** The compilers of the versions of the rules that state was saved under. Not thread-safe. */
final class PlanCompilers {

    private final Rules rules;
    private final Map<String, PlanCompiler> known = new HashMap<>();

    PlanCompilers(Rules rules) {
        this.rules = rules;
    }

    /** That of the rules that are active now. */
    PlanCompiler active() {
        return new PlanCompiler(rules.active());
    }

    /** That of a version; where its rules cannot be had any more, that of those that are active. */
    PlanCompiler of(String version) {
        PlanCompiler compiler = known.get(version);
        if (compiler == null) {
            compiler = new PlanCompiler(rules.find(version).orElseGet(rules::active));
            known.put(version, compiler);
        }
        return compiler;
    }

    /** Forgets all versions. */
    void clear() {
        known.clear();
    }
}
