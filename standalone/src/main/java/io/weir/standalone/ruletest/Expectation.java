package io.weir.standalone.ruletest;

import java.util.List;

/** What a test wants to come out, or not to. */
sealed interface Expectation permits ExpectedPoint, ExpectedAbsence, ExpectedLines, ExpectedAlarms, ExpectedActions {

    Look look();

    /** What is different, in lines for people; none if it is met. */
    List<String> differences(Tape tape);
}
