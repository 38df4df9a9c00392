package io.weir.standalone.ruletest;

import io.weir.contract.config.MistakesException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code weir rules test}: whether rules pass their tests. */
@Command(
        name = "test",
        description = "Runs tests of rules. A test file has input metrics, and the expected output with"
                + " its times. Needs no running service. Exit code 1 if a test fails.",
        mixinStandardHelpOptions = true)
public final class RulesTest implements Callable<Integer> {

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Tests in YAML; each file names its rules.")
    private List<Path> files = List.of();

    @Override
    public Integer call() {
        return run(files, System.out) ? 0 : 1;
    }

    /** Returns whether all tests passed. */
    static boolean run(List<Path> files, PrintStream to) {
        TestReport report = new TestReport(to);
        files.forEach(file -> run(file, report));
        return report.end();
    }

    private static void run(Path file, TestReport report) {
        try {
            TestFile tests = TestFile.load(file);
            tests.tests().forEach(test -> report.ran(file, test, test.run(tests.rules())));
        } catch (MistakesException e) {
            report.unreadable(String.valueOf(e.getMessage()));
        }
    }
}
