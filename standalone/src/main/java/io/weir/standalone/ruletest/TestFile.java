package io.weir.standalone.ruletest;

import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.nio.file.Path;
import java.util.List;

/** The tests of a file, and the rules that they test. */
record TestFile(RuleFile rules, List<RuleTest> tests) {

    /**
     * @throws io.weir.contract.config.MistakesException with all mistakes of the file, or of its
     * rules
     */
    static TestFile load(Path file) {
        TestReader reader = YamlSource.file(file).read(TestReader::new);
        return new TestFile(RuleLoader.load(file.resolveSibling(reader.rules())), reader.tests());
    }
}
