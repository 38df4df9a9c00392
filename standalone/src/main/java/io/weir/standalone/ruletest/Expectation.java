package io.weir.standalone.ruletest;

import java.util.List;

/** An output that a test requires or forbids. */
sealed interface Expectation permits ExpectedPoint, ExpectedAbsence, ExpectedLines, ExpectedAlarms, ExpectedActions {

    OutputSelector selector();

    /** Describes the differences in lines for people; empty if the expectation is met. */
    List<String> differences(RecordedOutput output);
}
