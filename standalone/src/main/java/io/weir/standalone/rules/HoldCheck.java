package io.weir.standalone.rules;

import io.weir.contract.config.Durations;
import io.weir.contract.rule.LocatedRules;
import io.weir.contract.rule.RulePlace;
import io.weir.contract.rulecheck.Finding;
import io.weir.contract.service.StartException;
import io.weir.standalone.replay.HoldTrial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Warns of rules over groups that do not hold the series of a recording for long enough. */
final class HoldCheck {
    private HoldCheck() {}

    /**
     * One warning for each such rule.
     *
     * @param file as the user named it
     * @throws StartException if the recording cannot be read
     */
    static List<Finding> findings(String file, LocatedRules located, Path recording) {
        HoldTrial trial = new HoldTrial(recording.toString());
        try {
            List<HoldTrial.Returned> all = trial.of(located.rules());
            if (trial.refused() > 0) {
                System.err.println(recording + ": " + trial.refused() + " lines refused; see weir rules run");
            }
            return all.stream().map(each -> finding(file, located, each)).toList();
        } catch (IOException e) {
            throw new StartException("cannot read " + recording + ": " + e.getMessage(), e);
        }
    }

    private static Finding finding(String file, LocatedRules located, HoldTrial.Returned returned) {
        RulePlace place = located.lines().of(returned.rule());
        return new Finding(
                file,
                place.line(),
                place.path() + ".hold",
                false,
                "in the recording, series left their group and returned " + returned.count() + " times",
                returned.enough()
                        .map(hold -> "write hold: " + Durations.format(hold) + ", which keeps them")
                        .orElse("no hold keeps them; lengthen the window"));
    }
}
