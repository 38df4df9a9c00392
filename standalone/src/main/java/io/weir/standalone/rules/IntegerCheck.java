package io.weir.standalone.rules;

import io.weir.contract.rule.LocatedRules;
import io.weir.contract.rule.RulePlace;
import io.weir.contract.service.StartException;
import io.weir.standalone.replay.IntegerResults;
import io.weir.standalone.replay.IntegerTrial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/**
 * Notes which results are integers in a recording: a store that has floats in these fields may
 * refuse them. This is not a warning, because integers are right for a store without floats.
 */
final class IntegerCheck {
    private static final int MOST_NAMES = 4;

    private IntegerCheck() {}

    /**
     * One note for each rule with such results.
     *
     * @param file as the user named it
     * @throws StartException if the recording cannot be read
     */
    static List<String> notes(String file, LocatedRules located, Path recording) {
        try {
            return IntegerTrial.of(recording.toString(), located.rules()).stream()
                    .map(each -> note(file, located.lines().of(each.rule()), each))
                    .toList();
        } catch (IOException e) {
            throw new StartException("cannot read " + recording + ": " + e.getMessage(), e);
        }
    }

    private static String note(String file, RulePlace place, IntegerResults results) {
        return file + ":" + place.line() + ": note: " + place.path() + ".functions: in the recording, results are"
                + " integers: " + list(results.fields()) + "; if a store has floats in these fields, convert "
                + list(results.inputs()) + " with scale: 1, or set type-changes in the writer";
    }

    private static String list(Collection<String> names) {
        String first = String.join(", ", names.stream().limit(MOST_NAMES).toList());
        return names.size() <= MOST_NAMES ? first : first + " and " + (names.size() - MOST_NAMES) + " more";
    }
}
