package io.weir.contract.rule;

import io.weir.contract.config.Declaration;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.match.TableSource;
import io.weir.contract.rule.match.Tables;
import java.nio.file.Path;
import java.util.Collection;

/** Loads the rules of a file or a text, for callers that do not publish the text. */
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
        return RuleText.read(YamlSource.text(name, text), tables, new RuleProgress())
                .rules();
    }

    /** Every key that a rule file may have. */
    public static Collection<Declaration> declarations() {
        return YamlSource.declarations(root ->
                RuleReader.read(root, new Tables(TableSource.NONE), new byte[0], new RuleLines(new RuleProgress())));
    }

    /** Like {@link #load}, but for rules without tables; includes the place of each rule. */
    public static LocatedRules locate(YamlSource source) {
        return RuleText.read(source, TableSource.NONE, new RuleProgress()).located();
    }
}
