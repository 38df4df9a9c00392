package io.weir.gateway.scrape;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.gateway.relabel.RelabelAction;
import io.weir.gateway.relabel.RelabelRule;
import io.weir.gateway.relabel.Replacement;
import java.util.List;
import java.util.Optional;

/** The keys of relabelling. */
final class RelabelKeys {
    private static final Pattern ANY = compiled("(.*)");

    private RelabelKeys() {}

    static List<RelabelRule> read(YamlSection section, String key, String about) {
        return section.sections(key, RelabelKeys::rule, about);
    }

    private static RelabelRule rule(YamlSection rule) {
        RelabelAction action =
                rule.choice("action", RelabelAction.class, "what the rule does").or(RelabelAction.REPLACE);
        List<String> sources = rule.values(
                        "source-labels", RelabelKeys::labelName, "labels whose values are joined and matched")
                .or(List.of());
        Pattern regex = rule.longValue("regex", ANY, RelabelKeys::compiled, "RE2 expression of the whole text")
                .or(ANY, "(.*)");
        Optional<String> target = rule.text("target-label", "label to set; may contain $1 for replace")
                .optional();
        Optional<Long> modulus = rule.longInteger("modulus", 1, Long.MAX_VALUE, "modulus of hashmod")
                .optional();
        String separator = rule.text("separator", "text between the values of source-labels")
                .or(";");
        String replacement = rule.text("replacement", "value to set; $1 is the first group of regex")
                .or("$1");
        boolean needsTarget =
                switch (action) {
                    case REPLACE, HASHMOD, LOWERCASE, UPPERCASE, KEEPEQUAL, DROPEQUAL -> true;
                    default -> false;
                };
        if (needsTarget && target.isEmpty()) {
            rule.refuse("target-label", "is missing", "name the label to set");
        }
        if (needsTarget
                && action != RelabelAction.REPLACE
                && target.isPresent()
                && !RelabelRule.isLabelName(target.get())) {
            rule.refuse("target-label", "is not a name of a label", "write letters, digits and underscores");
        }
        if (action == RelabelAction.HASHMOD && modulus.isEmpty()) {
            rule.refuse("modulus", "is missing", "set the number of parts");
        }
        return new RelabelRule(
                action,
                sources,
                separator,
                regex,
                modulus.orElse(1L),
                new Replacement(target.orElse(""), regex),
                new Replacement(replacement, regex));
    }

    private static String labelName(String text) {
        if (!RelabelRule.isLabelName(text)) {
            throw new Refusal(
                    "is not a name of a label: " + Refusal.quote(text), "write letters, digits and underscores");
        }
        return text;
    }

    private static Pattern compiled(String text) {
        try {
            return Pattern.compile(text, Pattern.DOTALL);
        } catch (PatternSyntaxException e) {
            throw new Refusal("is not an RE2 expression: " + e.getDescription(), "");
        }
    }
}
