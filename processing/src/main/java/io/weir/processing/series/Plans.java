package io.weir.processing.series;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.alarm.FarmValue;
import io.weir.contract.rule.ResultGraph;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.processing.aggregate.group.GroupShape;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the plans of series: new ones by the active rules and the farm's state, restored ones by
 * the rules and state that they were saved with. Not thread-safe.
 */
public final class Plans {

    private static final FarmValue NOT_SET = new FarmValue("", 0);

    private final Rules rules;
    private final PlanScope scope;
    private final Map<String, PlanCompiler> known = new HashMap<>();
    private PlanCompiler active;
    private FarmState farm = FarmState.NONE;

    Plans(Rules rules, PlanScope scope) {
        this.rules = rules;
        this.scope = scope;
        active = new PlanCompiler(rules.active(), scope);
    }

    /** The version of the active rules. */
    public String version() {
        return active.version();
    }

    /** Whether results follow the time of the partition: any active rule is over groups or reads results. */
    public boolean needTime() {
        return active.hasReaders() || active.hasGroupRules();
    }

    /** Which of the active rules read the results of which. */
    public ResultGraph graph() {
        return active.graph();
    }

    SeriesPlan compile(byte[] series) {
        return active.compile(series, farm::at);
    }

    void switchTo(RuleFile to) {
        active = new PlanCompiler(to, scope);
    }

    /** Whether windows of any active rule follow the farm's state. */
    boolean followState() {
        return active.followsState();
    }

    /** The current state of the farm. */
    public FarmState farm() {
        return farm;
    }

    /**
     * Sets the farm's state; returns false, without an effect, if it is not later than the known
     * one.
     */
    boolean switchState(FarmState next) {
        if (next.offset() <= farm.offset()) {
            return false;
        }
        farm = next;
        return true;
    }

    /** Whether the plan is valid for the farm's current state. */
    boolean areAsFor(SeriesPlan plan) {
        return plan.isUnder(farm);
    }

    /**
     * The compiler for a version, or for the active rules if that version is no longer available.
     */
    private PlanCompiler of(String version) {
        PlanCompiler compiler = known.get(version);
        if (compiler == null) {
            compiler = new PlanCompiler(rules.find(version).orElseGet(rules::active), scope);
            known.put(version, compiler);
        }
        return compiler;
    }

    /** Writes the version and the state that a plan was compiled with. */
    static void write(SeriesPlan plan, DataOutput out) throws IOException {
        out.writeUTF(plan.rules().version());
        plan.writeState(out);
    }

    /** Compiles the plan of a series with the version and the state from {@link #write}. */
    SeriesPlan read(byte[] series, DataInput in) throws IOException {
        PlanCompiler under = of(in.readUTF());
        Map<String, FarmValue> asked = SeriesPlan.readState(in);
        return under.compile(series, name -> asked.getOrDefault(name, NOT_SET));
    }

    /** The shapes of the group rules that a plan was compiled with, by identity. */
    LongFunction<@Nullable GroupShape> shapes(SeriesPlan plan) {
        String version = plan.rules().version();
        return version.equals(active.version()) ? active::groupShape : of(version)::groupShape;
    }

    void writeActive(DataOutput out) throws IOException {
        out.writeUTF(active.version());
        farm.write(out);
    }

    /** Restores the output of {@link #writeActive}. */
    void readActive(DataInput in) throws IOException {
        active = of(in.readUTF());
        farm = FarmState.read(in);
    }

    void reset() {
        known.clear();
        farm = FarmState.NONE;
        active = new PlanCompiler(rules.active(), scope);
    }
}
