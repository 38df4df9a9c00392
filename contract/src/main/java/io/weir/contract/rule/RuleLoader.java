package io.weir.contract.rule;

import io.weir.contract.yaml.YamlSource;
import java.nio.file.Path;

/** Loads a rule file; the only way from text to rules. */
public final class RuleLoader {
    private RuleLoader() {}

    /** @throws io.weir.contract.yaml.MistakesException with everything that is wrong with the file */
    public static RuleFile load(Path file) {
        return read(YamlSource.file(file));
    }

    /**
     * As {@link #load}, of a text.
     *
     * @param name what messages call it
     */
    public static RuleFile parse(String name, String text) {
        return read(YamlSource.text(name, text));
    }

    /** As {@link #load}, of bytes that were read already. */
    public static RuleFile parse(String name, byte[] bytes) {
        return read(YamlSource.bytes(name, bytes));
    }

    private static RuleFile read(YamlSource source) {
        String version = RuleFile.versionOf(source.bytes());
        return source.read(root -> new RuleReader(root).read(version));
    }
}
