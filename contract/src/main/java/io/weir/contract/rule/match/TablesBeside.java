package io.weir.contract.rule.match;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.Table;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Reads tables from files. Their names are paths relative to the rule file.
 *
 * @param ruleFile need not exist
 */
public record TablesBeside(Path ruleFile) implements TableSource {

    @Override
    public byte[] read(String name) {
        return NamedFile.read(file(name), Table.MAX_BYTES);
    }

    @Override
    public String shown(String name) {
        return file(name).toString();
    }

    /** @throws Refusal if the name is not a valid path */
    public Path file(String name) {
        try {
            return ruleFile.resolveSibling(name);
        } catch (InvalidPathException e) {
            throw new Refusal("is not the path of a file: " + e.getReason(), "");
        }
    }
}
