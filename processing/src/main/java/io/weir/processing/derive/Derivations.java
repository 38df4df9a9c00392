package io.weir.processing.derive;

import io.weir.processing.batch.Metrics;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The histories of one series for derive rules, and the numbers of the fields that these rules read
 * and add. Rules are identified by their place in the plan, fields by their numbers. Not
 * thread-safe.
 */
public final class Derivations {

    /** Neither a number nor {@link Metrics#UNNUMBERED}. */
    private static final int UNKNOWN = -2;

    /** For series without derive rules. */
    public static final Derivations NONE = new Derivations(List.of(), key -> UNKNOWN);

    private static final int[] NO_NUMBERS = new int[0];

    private final List<DeriveRules> rules;
    private final ToIntFunction<byte[]> numbers;
    private final @Nullable History[][] histories;
    private final int[][] results;
    private final int[][] operands;
    private long estimatedBytes;

    /** @param numbers returns the number of a field by its key */
    public Derivations(List<DeriveRules> rules, ToIntFunction<byte[]> numbers) {
        this.rules = rules;
        this.numbers = numbers;
        histories = new History[rules.size()][0];
        results = new int[rules.size()][0];
        operands = new int[rules.size()][0];
    }

    /** Accounts for another field of the series. */
    public void addField(DerivedFields derived) {
        estimatedBytes += derived.historyBytes();
    }

    /** Estimated heap bytes of the histories of all fields. */
    public long estimatedBytes() {
        return estimatedBytes;
    }

    /** The history of a field under a rule; created if necessary. */
    public History history(int rule, int field) {
        if (field >= histories[rule].length) {
            histories[rule] = Arrays.copyOf(histories[rule], grown(histories[rule].length, field));
        }
        History known = histories[rule][field];
        if (known == null) {
            known = rules.get(rule).history();
            histories[rule][field] = known;
        }
        return known;
    }

    /**
     * The number of a rule's result for a field.
     *
     * @param key the key of the result
     */
    public int result(int rule, int field, byte[] key) {
        int known = results[rule].length;
        if (field >= known) {
            results[rule] = Arrays.copyOf(results[rule], grown(known, field));
            Arrays.fill(results[rule], known, results[rule].length, UNKNOWN);
        }
        if (results[rule][field] == UNKNOWN) {
            results[rule][field] = numbers.applyAsInt(key);
        }
        return results[rule][field];
    }

    private static int grown(int length, int field) {
        return Math.max(field + 1, length + length / 2);
    }

    /** The numbers of the variables of a rule's formula, followed by that of its result. */
    public int[] operands(int rule) {
        if (operands[rule].length == 0) {
            DeriveRules formula = rules.get(rule);
            int[] of = Arrays.copyOf(
                    formula.variables().stream().mapToInt(numbers).toArray(),
                    formula.variables().size() + 1);
            of[of.length - 1] = numbers.applyAsInt(formula.formulaKey());
            operands[rule] = of;
        }
        return operands[rule];
    }

    public void reset() {
        estimatedBytes = 0;
        for (int rule = 0; rule < histories.length; rule++) {
            histories[rule] = new History[0];
            results[rule] = NO_NUMBERS;
            operands[rule] = NO_NUMBERS;
        }
    }

    /** Writes the histories of one rule. */
    public void write(int rule, DataOutput out) throws IOException {
        @Nullable History[] fields = histories[rule];
        int known = 0;
        for (History history : fields) {
            known += history == null ? 0 : 1;
        }
        out.writeInt(known);
        for (int field = 0; field < fields.length; field++) {
            History history = fields[field];
            if (history != null) {
                out.writeInt(field);
                history.write(out);
            }
        }
    }

    /** Restores the output of {@link #write} under a rule of the same identity. */
    public void read(int rule, DataInput in) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            history(rule, in.readInt()).read(in);
        }
    }
}
