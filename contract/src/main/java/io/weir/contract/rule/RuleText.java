package io.weir.contract.rule;

import io.weir.contract.yaml.YamlSource;
import java.nio.file.Path;
import java.util.SortedMap;

/**
 * A valid rule file as it was read, with the tables that it names: what is published.
 *
 * @param bytes not to be changed
 * @param tables their bytes by name; not to be changed
 */
public record RuleText(byte[] bytes, SortedMap<String, byte[]> tables, LocatedRules located) {

    public RuleFile rules() {
        return located.rules();
    }

    /**
     * Reads a file and the tables beside it.
     *
     * @throws io.weir.contract.yaml.MistakesException with everything that is wrong with any of them
     */
    public static RuleText read(Path file) {
        return read(file, new RuleProgress());
    }

    /** As {@link #read(Path)}; {@code progress} is told how far it is, also when the rules are checked afterwards. */
    public static RuleText read(Path file, RuleProgress progress) {
        return RuleLoader.read(YamlSource.file(file), new TablesBeside(file), progress);
    }

    /**
     * As {@link #read}, of bytes that were read already.
     *
     * @param name what messages call them
     */
    public static RuleText parse(String name, byte[] bytes, TableSource tables) {
        return RuleLoader.read(YamlSource.bytes(name, bytes), tables, new RuleProgress());
    }
}
