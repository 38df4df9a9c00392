package io.weir.contract.rule;

import io.weir.contract.config.Mistake;
import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.match.TableSource;
import io.weir.contract.rule.match.Tables;
import io.weir.contract.rule.match.TablesBeside;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The text of a valid rule file with the tables that it names, as published.
 *
 * @param bytes callers must not change them
 * @param tables their bytes by name; callers must not change them
 */
public record RuleText(byte[] bytes, SortedMap<String, byte[]> tables, LocatedRules located) {

    public RuleFile rules() {
        return located.rules();
    }

    /**
     * Reads a file and its tables.
     *
     * @throws io.weir.contract.config.MistakesException with all mistakes of all of them
     */
    public static RuleText read(Path file) {
        return read(file, new RuleProgress());
    }

    /** Like {@link #read(Path)}; {@code progress} also follows later checks of the rules. */
    public static RuleText read(Path file, RuleProgress progress) {
        return read(YamlSource.file(file), new TablesBeside(file), progress);
    }

    /**
     * Like {@link #read}, but for bytes.
     *
     * @param name for messages
     */
    public static RuleText parse(String name, byte[] bytes, TableSource tables) {
        return read(YamlSource.bytes(name, bytes), tables, new RuleProgress());
    }

    /** The only way from text to rules. */
    static RuleText read(YamlSource source, TableSource tableSource, RuleProgress progress) {
        byte[] bytes = source.bytes();
        Tables tables = new Tables(tableSource);
        List<Mistake> mistakes = new ArrayList<>();
        RuleLines lines = new RuleLines(progress);
        Optional<RuleFile> rules = Optional.empty();
        try {
            rules = Optional.of(source.read(root -> RuleReader.read(root, tables, bytes, lines)));
        } catch (MistakesException e) {
            mistakes.addAll(e.mistakes());
        }
        mistakes.addAll(tables.mistakes());
        if (!mistakes.isEmpty()) {
            throw new MistakesException(mistakes);
        }
        return new RuleText(bytes, tables.bytes(), new LocatedRules(rules.orElseThrow(), lines));
    }
}
