package io.weir.contract.yaml;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What all sections of one document share: where mistakes and declarations go, the variables that override, and budgets. */
record Reading(
        Mistakes mistakes,
        Optional<Environment> environment,
        Map<String, Declaration> declarations,
        Map<String, Set<String>> declaredKeys,
        Map<String, Long> spent,
        boolean isExploring) {

    Reading(Mistakes mistakes, Optional<Environment> environment) {
        this(mistakes, environment, new LinkedHashMap<>(), new HashMap<>(), new HashMap<>(), false);
    }

    /** Of a document that is not there: each mapping that it could hold is read once, to learn which keys are asked for. */
    static Reading exploring() {
        return new Reading(
                new Mistakes(), Optional.empty(), new LinkedHashMap<>(), new HashMap<>(), new HashMap<>(), true);
    }

    /** The keys that were declared of a section, however many of its kind there are. */
    Set<String> declaredKeys(String section) {
        return declaredKeys.computeIfAbsent(section, unseen -> new HashSet<>());
    }

    void declare(Declaration declaration) {
        declarations.putIfAbsent(declaration.path(), declaration);
    }

    /** For the items of lists, which have no variables. */
    Reading withoutEnvironment() {
        return new Reading(mistakes, Optional.empty(), declarations, declaredKeys, spent, isExploring);
    }
}
