package io.weir.standalone.rules;

import io.weir.contract.config.Table;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.RuleText;
import io.weir.contract.rule.match.TableSource;
import io.weir.contract.rule.match.TablesBeside;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A rule file and the tables that it names, while people may be editing them. Not thread-safe. */
final class WatchedRules {
    private static final byte[] NOTHING = {};

    private final TablesBeside beside;
    private final WatchedFile file;
    private Map<String, WatchedFile> tables = new TreeMap<>();

    /** @param read the known content */
    WatchedRules(Path file, RuleText read) {
        this.beside = new TablesBeside(file);
        this.file = new WatchedFile(file, YamlSource.MAX_BYTES, read.bytes());
        read.tables().forEach((name, content) -> tables.put(name, watched(name, content)));
    }

    /**
     * Returns each new, complete content of the files once. Call it repeatedly.
     *
     * @throws io.weir.contract.config.MistakesException with all mistakes of the new content, once
     */
    Optional<RuleText> poll() {
        boolean isNew = file.poll();
        for (WatchedFile table : tables.values()) {
            isNew |= table.poll();
        }
        return isNew ? Optional.of(read()) : Optional.empty();
    }

    private RuleText read() {
        Map<String, WatchedFile> named = new TreeMap<>();
        try {
            return RuleText.parse(beside.ruleFile().toString(), file.content(), new TableSource() {
                @Override
                public byte[] read(String name) {
                    return table(name, named);
                }

                @Override
                public String shown(String name) {
                    return beside.shown(name);
                }
            });
        } finally {
            tables = named;
        }
    }

    private byte[] table(String name, Map<String, WatchedFile> named) {
        WatchedFile known = tables.getOrDefault(name, watched(name, NOTHING));
        // Also watched if it cannot be read, because it may appear later.
        named.put(name, known);
        if (known.content().length > 0) {
            return known.content();
        }
        byte[] content = beside.read(name);
        named.put(name, watched(name, content));
        return content;
    }

    private WatchedFile watched(String name, byte[] content) {
        return new WatchedFile(beside.file(name), Table.MAX_BYTES, content);
    }
}
