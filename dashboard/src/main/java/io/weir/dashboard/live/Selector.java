package io.weir.dashboard.live;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.SeriesSelector;
import io.weir.contract.rule.match.TextPattern;

/**
 * Selects fields of series, in line protocol with globs: {@code cpu,hostname=flp* usage_*}. Without
 * a field, a selector selects all fields.
 *
 * @param text the selector as given
 * @param series selects series
 * @param field selects fields of these series
 */
public record Selector(String text, Match series, TextPattern field) {

    /** Limit of selectors in one feed. */
    public static final int MOST = 50;

    private static final int LONGEST = 1_000;

    /** @throws Refusal with the error in the text */
    public static Selector parse(String text) {
        if (text.length() > LONGEST) {
            throw new Refusal("has more than " + LONGEST + " characters", "such as cpu,hostname=flp* usage_active");
        }
        String spelled = text.strip();
        int space = unescapedSpace(spelled);
        Match match = SeriesSelector.parse(space < 0 ? spelled : spelled.substring(0, space));
        String field = space < 0 ? "*" : spelled.substring(space + 1).strip().replace("\\ ", " ");
        return new Selector(spelled, match, new Glob(field));
    }

    private static int unescapedSpace(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (text.charAt(at) == '\\') {
                at++;
            } else if (text.charAt(at) == ' ') {
                return at;
            }
        }
        return -1;
    }
}
