package io.weir.writer.tier;

import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.writer.stores.StoreCatalog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Plans and applies the tiers of a store, with text results. */
final class Tiers {
    private final TierKeeper keeper;

    Tiers(String url, Optional<String> token) {
        keeper = TierKeeper.of(StoreCatalog.BUILT_IN.parse(url), token);
    }

    static StorageRules rules(String storage) {
        return RuleLoader.parse("rules.yaml", "version: 1\n" + storage).storage();
    }

    List<String> plan(StorageRules rules) throws IOException {
        return keeper.plan(rules).differences().stream()
                .map(Difference::toString)
                .toList();
    }

    /** All progress reports of long computations. */
    List<Double> progress(StorageRules rules) throws IOException {
        List<Double> shares = new ArrayList<>();
        keeper.apply(keeper.plan(rules), rules, false, new ApplyListener() {
            @Override
            public void done(Difference difference) {}

            @Override
            public void computing(Difference difference, long upToMillis, double share) {
                shares.add(share);
            }
        });
        return shares;
    }

    /** Applies until the first long computation makes progress. */
    void interrupt(StorageRules rules) throws IOException {
        keeper.apply(keeper.plan(rules), rules, true, new ApplyListener() {
            @Override
            public void done(Difference difference) {}

            @Override
            public void computing(Difference difference, long upToMillis, double share) {
                throw new IllegalStateException("interrupted");
            }
        });
    }

    List<String> apply(StorageRules rules, boolean allowsDelete) throws IOException {
        List<String> done = new ArrayList<>();
        keeper.apply(keeper.plan(rules), rules, allowsDelete, difference -> done.add(difference.toString()));
        return done;
    }
}
