package io.weir.contract.rulecheck;

import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.ShareIndex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Finds the results of all rules that a match matches. Caches answers; not thread-safe. */
final class ResultIndex {
    private final List<Result> all;
    private final Comparisons comparisons;
    private final ShareIndex<Result> bySeries;
    /** Results with a fixed measurement, by its name. */
    private final Map<String, List<Result>> byName = new HashMap<>();

    private final Map<String, Optional<NamedResults>> named = new HashMap<>();

    ResultIndex(List<Result> all, Comparisons comparisons) {
        this.all = all;
        this.comparisons = comparisons;
        this.bySeries = new ShareIndex<>(all, Result::series);
        all.forEach(result -> result.name().ifPresent(name -> byName.computeIfAbsent(name, unseen -> new ArrayList<>())
                .add(result)));
    }

    List<Result> all() {
        return all;
    }

    /** Whether a match may match some of the results. */
    boolean maySome(Match match) {
        return bySeries.first(match, result -> comparisons.mayBe(result, match)).isPresent();
    }

    /** The first result whose measurement the match names. */
    Optional<Result> firstNamedBy(Match match) {
        return namedBy(match).map(NamedResults::named);
    }

    /**
     * The results that may have the measurement that the match names. Empty if the match names
     * none, or one that input metrics may have.
     */
    Optional<NamedResults> namedBy(Match match) {
        return match.measurement()
                .texts()
                .filter(texts -> texts.size() == 1)
                .flatMap(texts -> named.computeIfAbsent(texts.get(0), name -> find(name, match)));
    }

    private Optional<NamedResults> find(String name, Match match) {
        Match anyOfName = new Match(match.measurement(), new TreeMap<>());
        return byName.getOrDefault(name, List.of()).stream()
                .filter(result -> result.isNamedBy(match))
                .findFirst()
                .map(first -> new NamedResults(first, bySeries.all(anyOfName, result -> result.series()
                        .measurement()
                        .mayShareTexts(match.measurement()))));
    }
}
