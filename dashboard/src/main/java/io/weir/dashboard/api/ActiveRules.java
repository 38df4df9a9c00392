package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.rulebook.RuleBook;
import io.weir.dashboard.live.NamedRule;
import java.util.List;
import java.util.Optional;

/** The published rules with their checks. Thread-safe. */
public final class ActiveRules {
    private static final String FILE = "rules.yaml";

    private final RuleBook rules;
    private String checkedVersion = "";
    private CheckedRules checked = CheckedRules.NONE;

    /** @param rules read anew with each call */
    public ActiveRules(RuleBook rules) {
        this.rules = rules;
    }

    /** The named rules, in the order of the file; none until the active version is complete. */
    public List<NamedRule> named() {
        return version().map(this::checked).orElse(CheckedRules.NONE).rules();
    }

    Optional<String> version() {
        return rules.activeVersion();
    }

    Optional<String> text(String version) {
        return rules.text(version).map(text -> new String(text, UTF_8));
    }

    /** Checks each version once. Empty until the version is complete. */
    synchronized CheckedRules checked(String version) {
        if (!version.equals(checkedVersion)) {
            checked = CheckedRules.NONE;
            rules.located(version).ifPresent(located -> {
                checked = CheckedRules.of(FILE, located);
                checkedVersion = version;
            });
        }
        return checked;
    }
}
