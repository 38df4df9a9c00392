package io.weir.contract.rule.match;

import io.weir.contract.config.Mistake;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.Table;
import io.weir.contract.config.TableParser;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The tables that one rule file names, each read once on first use, and their mistakes. */
public final class Tables {
    /** More than a person reads; the limit bounds the memory for a file of garbage. */
    private static final int MAX_MISTAKES = 1_000;

    private static final int MAX_NAME = 200;

    /** Their names are in one Kafka record with the rule file. */
    private static final int MOST_TABLES = 1_000;

    private static final int MOST_BYTES = 64 << 20;
    private static final int MOST_ROWS = 1_000_000;
    private static final int MOST_CELLS = 10_000_000;

    private final TableSource source;
    private final TreeMap<String, byte[]> bytes = new TreeMap<>();
    private final Map<String, Optional<Table>> parsed = new HashMap<>();
    private final Set<Mistake> mistakes = new LinkedHashSet<>();
    private long allBytes;
    private long allRows;
    private long keptCells;

    public Tables(TableSource source) {
        this.source = source;
    }

    /**
     * A table by its name in the rule file; empty if its content is unusable, which was reported.
     *
     * @throws Refusal if there is no such table
     */
    public Optional<Table> table(String name) {
        Optional<Table> known = parsed.get(name);
        if (known != null) {
            return known;
        }
        if (name.isEmpty() || name.length() > MAX_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw new Refusal(
                    "must be the path of a file, of at most " + MAX_NAME + " characters", "such as hosts.csv");
        }
        if (parsed.size() == MOST_TABLES) {
            throw new Refusal(
                    "is one table too many: the limit is " + MOST_TABLES + " tables", "combine several tables");
        }
        byte[] read = source.read(name);
        // Registered first, so that its mistakes are reported once.
        parsed.put(name, Optional.empty());
        allBytes += read.length;
        if (allBytes > MOST_BYTES) {
            throw tooMuch((MOST_BYTES >> 20) + " MiB");
        }
        bytes.put(name, read);
        Optional<Table> table = TableParser.parse(source.shown(name), read, this::refuse);
        allRows += table.map(Table::rows).map(List::size).orElse(0);
        if (allRows > MOST_ROWS) {
            throw tooMuch(MOST_ROWS + " rows");
        }
        parsed.put(name, table);
        return table;
    }

    /**
     * Counts the table cells that rules keep; rules that keep the same cells share them.
     *
     * @throws Refusal if there are too many
     */
    public void keep(long rows, int columns) {
        keptCells += rows * columns;
        if (keptCells > MOST_CELLS) {
            throw new Refusal(
                    "is one look-up too many: with it, rules keep more than " + MOST_CELLS + " cells of tables",
                    "look up the same columns in each rule, or write one rule for all series");
        }
    }

    private static Refusal tooMuch(String most) {
        return new Refusal(
                "is one table too many: with it, the tables of the rules have more than " + most,
                "remove rows and columns that no rule looks up");
    }

    /** Reports a mistake in a table, once even if several rules read the table. */
    public void refuse(Mistake mistake) {
        if (mistakes.size() < MAX_MISTAKES) {
            mistakes.add(mistake);
        }
    }

    public List<Mistake> mistakes() {
        return List.copyOf(mistakes);
    }

    /** The content of all tables that were read, by name. */
    public SortedMap<String, byte[]> bytes() {
        return bytes;
    }
}
