package io.weir.standalone.ruletest;

import java.util.List;

/**
 * All lines of a feed, in their order.
 *
 * @param lines as {@link CameLine#text} spells them; empty if the feed must be empty
 */
record ExpectedLines(Look look, List<String> lines) implements Expectation {

    @Override
    public List<String> differences(Tape tape) {
        List<String> came = look.lines(tape).stream().map(CameLine::text).toList();
        if (came.equals(lines)) {
            return List.of();
        }
        return LineDiff.of(lines, came);
    }
}
