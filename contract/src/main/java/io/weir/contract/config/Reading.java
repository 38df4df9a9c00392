package io.weir.contract.config;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The common state of all sections of one document: mistakes, authorities, declarations, environment variables,
 * and budgets.
 */
record Reading(
        Mistakes mistakes,
        TrustedAuthorities authorities,
        Optional<Environment> environment,
        Map<String, Declaration> declarations,
        Map<String, Set<String>> declaredKeys,
        Map<String, Long> spent,
        boolean isExploring) {

    Reading(Mistakes mistakes, Optional<Environment> environment) {
        this(
                mistakes,
                new TrustedAuthorities(),
                environment,
                new LinkedHashMap<>(),
                new HashMap<>(),
                new HashMap<>(),
                false);
    }

    /**
     * A reading of an absent document: it reads each possible mapping once, to collect the keys
     * that readers ask for.
     */
    static Reading exploring() {
        return new Reading(
                new Mistakes(),
                new TrustedAuthorities(),
                Optional.empty(),
                new LinkedHashMap<>(),
                new HashMap<>(),
                new HashMap<>(),
                true);
    }

    /** The keys declared for a section, common to all sections of its kind. */
    Set<String> declaredKeys(String section) {
        return declaredKeys.computeIfAbsent(section, unseen -> new HashSet<>());
    }

    void declare(Declaration declaration) {
        declarations.putIfAbsent(declaration.path(), declaration);
    }

    /** For the items of lists, which have no variables. */
    Reading withoutEnvironment() {
        return new Reading(mistakes, authorities, Optional.empty(), declarations, declaredKeys, spent, isExploring);
    }
}
