package io.weir.contract.rule;

import io.weir.contract.config.Declaration;
import io.weir.contract.config.Mistake;
import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.match.TableSource;
import io.weir.contract.rule.match.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Loads a rule file; the only way from text to rules. */
public final class RuleLoader {
    private RuleLoader() {}

    /**
     * @throws io.weir.contract.config.MistakesException with all mistakes of the file and of its
     *     tables
     */
    public static RuleFile load(Path file) {
        return RuleText.read(file).rules();
    }

    /**
     * Like {@link #load}, but for a text, which cannot name tables.
     *
     * @param name for messages
     */
    public static RuleFile parse(String name, String text) {
        return parse(name, text, TableSource.NONE);
    }

    /** Like {@link #load}, but for a text. */
    public static RuleFile parse(String name, String text, TableSource tables) {
        return read(YamlSource.text(name, text), tables, new RuleProgress()).rules();
    }

    /** Every key that a rule file may have. */
    public static Collection<Declaration> declarations() {
        return YamlSource.declarations(root ->
                RuleReader.read(root, new Tables(TableSource.NONE), new byte[0], new RuleLines(new RuleProgress())));
    }

    /** Like {@link #load}, but for rules without tables; includes the place of each rule. */
    public static LocatedRules locate(YamlSource source) {
        return read(source, TableSource.NONE, new RuleProgress()).located();
    }

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
