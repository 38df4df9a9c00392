package io.weir.standalone.ruletest;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** Reports which tests fail, and why. */
final class TestReport {
    private final PrintStream to;
    private int tests;
    private int failed;
    private int unread;

    TestReport(PrintStream to) {
        this.to = to;
    }

    /** Reports a file that cannot be used. */
    void unreadable(String mistakes) {
        unread++;
        to.println(mistakes);
    }

    /** Reports a test that was run. */
    void ran(Path file, RuleTest test, RecordedOutput output) {
        tests++;
        List<Expectation> unmet = test.expectations().stream()
                .filter(expectation -> !expectation.differences(output).isEmpty())
                .toList();
        if (unmet.isEmpty()) {
            return;
        }
        failed++;
        to.println("FAILED " + test.name() + " (" + file + ":" + test.line() + ")");
        unmet.forEach(expectation -> {
            to.println("  " + file + ":" + expectation.selector().line() + ": " + expectation.selector());
            expectation.differences(output).forEach(line -> to.println("    " + line));
        });
    }

    /** Prints the totals; returns whether all tests passed. */
    boolean end() {
        String all = tests + (tests == 1 ? " test" : " tests");
        to.println(failed == 0 ? all + " passed" : failed + " of " + all + " failed");
        if (unread > 0) {
            to.println(unread + (unread == 1 ? " file" : " files") + " could not be used");
        }
        return failed == 0 && unread == 0 && tests > 0;
    }
}
