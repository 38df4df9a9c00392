package io.weir.processing.derive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.expression.Formula;
import io.weir.contract.line.FieldKey;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.match.Direction;
import io.weir.contract.rule.match.HiddenNames;
import io.weir.contract.rule.metric.Derivation;
import io.weir.contract.rule.metric.DeriveRule;
import io.weir.contract.rule.metric.FieldFunction;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One derive rule, compiled. Shared by all series that it applies to; immutable. */
public final class DeriveRules {

    private static final double MILLIS_PER_SECOND = 1e3;

    private final DeriveRule rule;
    private final List<String> variables;
    private final @Nullable Formula formula;
    private final byte[] formulaKey;
    private final long identity;
    private final Supplier<History> histories;
    private final int historyBytes;

    public DeriveRules(DeriveRule rule) {
        this.rule = rule;
        formulaKey = FieldKey.spelled(rule.as());
        if (rule.derivation() instanceof Derivation.FromLine from) {
            variables = from.expression().variables();
            formula = from.expression().over(variables, "field");
        } else {
            variables = List.of();
            formula = null;
        }
        identity = identity(rule);
        histories =
                rule.derivation() instanceof Derivation.FromField from ? histories(from.function()) : LastChange::new;
        historyBytes = histories.get().estimatedBytes();
    }

    /**
     * Hash of all properties that determine the histories, so that an edited rule does not read the
     * histories of its old version.
     */
    public long identity() {
        return identity;
    }

    private static long identity(DeriveRule rule) {
        String shape = rule.derivation() instanceof Derivation.FromField from
                ? "derive " + rule.name() + '\n' + from.field() + '\n'
                        + from.function().memory()
                : "derive " + rule.name();
        byte[] bytes = shape.getBytes(UTF_8);
        return SeriesHash.of(bytes, 0, bytes.length);
    }

    public String name() {
        return rule.name();
    }

    /** Whether its results are for an alarm only. */
    public boolean isHidden() {
        return HiddenNames.isHidden(rule.as());
    }

    /** Whether it derives the field of this name for an alarm only. */
    public boolean isHidden(String field) {
        return isHidden() && rule.as().equals(field);
    }

    /**
     * The formula over fields of the same line; null for a rule that derives from a field's earlier
     * values.
     */
    public @Nullable Formula formula() {
        return formula;
    }

    /** The keys of the formula's variables, in order. */
    public List<byte[]> variables() {
        return variables.stream().map(FieldKey::spelled).toList();
    }

    /** The key of the formula's result. */
    public byte[] formulaKey() {
        return formulaKey;
    }

    /** Whether the formula reads the field of this name. */
    boolean hasVariable(String field) {
        return variables.contains(field);
    }

    /**
     * The key of the result from earlier values of the field of this name, or null.
     */
    byte @Nullable [] resultKey(String field) {
        boolean isMeant = rule.derivation() instanceof Derivation.FromField from
                && from.field().has(field);
        return isMeant ? FieldKey.spelled(rule.result(field)) : null;
    }

    /** Creates the history of one field. */
    History history() {
        return histories.get();
    }

    /** Estimated heap bytes of one field's history. */
    int historyBytes() {
        return historyBytes;
    }

    private static Supplier<History> histories(FieldFunction function) {
        if (function instanceof FieldFunction.Rate rate) {
            return steps(new StepSpec(StepSpec.Kind.RATE, seconds(rate.per()), rate.wraps()));
        }
        if (function instanceof FieldFunction.Increment increment) {
            return steps(new StepSpec(StepSpec.Kind.INCREMENT, 1, increment.wraps()));
        }
        if (function instanceof FieldFunction.Difference) {
            return steps(new StepSpec(StepSpec.Kind.DIFFERENCE, 1, FieldFunction.NEVER_WRAPS));
        }
        if (function instanceof FieldFunction.Trend trend) {
            return trend(new TrendSpec(trend.over().toNanos(), new TrendSpec.Slope(seconds(trend.per()))));
        }
        if (function instanceof FieldFunction.TimeUntil until) {
            boolean isAbove = until.beyond() == Direction.ABOVE;
            return trend(new TrendSpec(until.over().toNanos(), new TrendSpec.TimeUntil(until.limit(), isAbove)));
        }
        if (function instanceof FieldFunction.MovingAverage average) {
            return () -> new MovingAverage(average.over().toNanos(), average.isScore());
        }
        if (function instanceof FieldFunction.Lagged lagged) {
            return () -> new Lagged(lagged.over().toNanos(), lagged.result());
        }
        return LastChange::new;
    }

    private static Supplier<History> steps(StepSpec spec) {
        return () -> new Steps(spec);
    }

    private static Supplier<History> trend(TrendSpec spec) {
        return () -> new Trend(spec);
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / MILLIS_PER_SECOND;
    }
}
