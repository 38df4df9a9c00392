package io.weir.processing.series;

import io.weir.contract.farm.FarmState;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Compiles the plans of series: new ones by the rules that are active and what is set for the farm, restored ones by those that they
 * were saved under. Not thread-safe.
 */
final class Plans {

    private final Rules rules;
    private final Map<String, PlanCompiler> known = new HashMap<>();
    private PlanCompiler active;
    private FarmState farm = FarmState.NONE;

    Plans(Rules rules) {
        this.rules = rules;
        active = new PlanCompiler(rules.active());
    }

    /** The version of the rules that are active. */
    String version() {
        return active.version();
    }

    /** The identities of the group rules that are active. */
    Set<Long> groupIdentities() {
        return active.groupIdentities();
    }

    SeriesPlan compile(byte[] series) {
        return active.compile(series, farm::value);
    }

    void switchTo(RuleFile to) {
        active = new PlanCompiler(to);
    }

    /** This is set for the farm, unless it is no later than what is known: returns false then. */
    boolean tell(FarmState told) {
        if (told.offset() <= farm.offset()) {
            return false;
        }
        farm = told;
        return true;
    }

    /** Was the plan compiled for what is set for the farm now? */
    boolean areAsFor(SeriesPlan plan) {
        return plan.isUnder(farm);
    }

    /** That of a version; if its rules cannot be had any more, that of those that are active. */
    private PlanCompiler of(String version) {
        PlanCompiler compiler = known.get(version);
        if (compiler == null) {
            compiler = new PlanCompiler(rules.find(version).orElseGet(rules::active));
            known.put(version, compiler);
        }
        return compiler;
    }

    /** Writes what a plan was compiled under. */
    static void write(SeriesPlan plan, DataOutput out) throws IOException {
        out.writeUTF(plan.rules().version());
        plan.writeState(out);
    }

    /** The plan of a series under what {@link #write} wrote. */
    SeriesPlan read(byte[] series, DataInput in) throws IOException {
        PlanCompiler under = of(in.readUTF());
        Map<String, String> asked = SeriesPlan.readState(in);
        return under.compile(series, name -> asked.getOrDefault(name, ""));
    }

    void writeActive(DataOutput out) throws IOException {
        out.writeUTF(active.version());
        farm.write(out);
    }

    /** Restores what {@link #writeActive} wrote. */
    void readActive(DataInput in) throws IOException {
        active = of(in.readUTF());
        farm = FarmState.read(in);
    }

    /** Forgets everything. */
    void reset() {
        known.clear();
        farm = FarmState.NONE;
        active = new PlanCompiler(rules.active());
    }
}
