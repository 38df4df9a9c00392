package io.weir.contract.yaml;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What all sections of one document share: where mistakes and declarations go, and the variables that override. */
record Reading(Mistakes mistakes, Optional<Environment> environment, Map<String, Declaration> declarations) {

    Reading(Mistakes mistakes, Optional<Environment> environment) {
        this(mistakes, environment, new LinkedHashMap<>());
    }

    void declare(Declaration declaration) {
        declarations.putIfAbsent(declaration.path(), declaration);
    }

    /** For the items of lists, which have no variables. */
    Reading withoutEnvironment() {
        return new Reading(mistakes, Optional.empty(), declarations);
    }
}
