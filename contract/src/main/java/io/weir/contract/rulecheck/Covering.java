package io.weir.contract.rulecheck;

import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.OneOf;
import io.weir.contract.rule.match.TextPattern;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether one pattern matches everything that another one matches. True is certain; false includes
 * "unknown".
 */
final class Covering {
    private Covering() {}

    static boolean covers(Match wide, Match narrow) {
        return covers(wide.measurement(), narrow.measurement())
                && wide.tags().entrySet().stream().allMatch(tag -> wants(narrow, tag))
                && narrow.without().containsAll(wide.without())
                && wide.not().entrySet().stream().allMatch(tag -> excludes(narrow, tag));
    }

    static boolean covers(Fields wide, Fields narrow) {
        return covers(wide.pattern(), narrow.pattern());
    }

    static boolean covers(TextPattern wide, TextPattern narrow) {
        Optional<List<String>> texts = narrow.texts();
        if (wide.equals(narrow) || wide.equals(Glob.ANY)) {
            return true;
        }
        if (texts.isPresent()) {
            return texts.get().stream().allMatch(wide::matches);
        }
        if (narrow instanceof OneOf any) {
            return any.patterns().stream().allMatch(each -> covers(wide, each));
        }
        if (wide instanceof OneOf any) {
            return any.patterns().stream().anyMatch(each -> covers(each, narrow));
        }
        return wide instanceof Glob glob && narrow instanceof Glob other && glob.covers(other);
    }

    private static boolean wants(Match narrow, Map.Entry<String, TextPattern> tag) {
        TextPattern wanted = narrow.tags().get(tag.getKey());
        return wanted != null && covers(tag.getValue(), wanted);
    }

    private static boolean excludes(Match narrow, Map.Entry<String, TextPattern> tag) {
        TextPattern wanted = narrow.tags().get(tag.getKey());
        TextPattern excluded = narrow.not().get(tag.getKey());
        return narrow.without().contains(tag.getKey())
                || (excluded != null && covers(excluded, tag.getValue()))
                || (wanted != null
                        && wanted.texts()
                                .filter(texts -> texts.stream().noneMatch(tag.getValue()::matches))
                                .isPresent());
    }
}
