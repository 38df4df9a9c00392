package io.weir.standalone.ruletest;

import java.util.List;

/**
 * All lines of a feed, in their order.
 *
 * @param lines as {@link OutputLine#text} spells them; empty if the feed must be empty
 */
record ExpectedLines(OutputSelector selector, List<String> lines) implements Expectation {

    @Override
    public List<String> differences(RecordedOutput output) {
        List<String> actual =
                selector.lines(output).stream().map(OutputLine::text).toList();
        if (actual.equals(lines)) {
            return List.of();
        }
        return LineDiff.of(lines, actual);
    }
}
