package io.weir.standalone;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.yaml.YamlSource;
import java.nio.file.Path;

/**
 * A valid rule file as it was read.
 *
 * @param bytes not to be changed
 */
record RuleText(byte[] bytes, RuleFile rules) {

    /** @throws io.weir.contract.yaml.MistakesException with everything that is wrong with the file */
    static RuleText read(Path file) {
        return parse(file, YamlSource.file(file).bytes());
    }

    /** As {@link #read}, of what was read already. */
    static RuleText parse(Path file, byte[] bytes) {
        return new RuleText(bytes, RuleLoader.parse(file.toString(), bytes));
    }
}
