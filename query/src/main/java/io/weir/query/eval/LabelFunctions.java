package io.weir.query.eval;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Labels;
import io.weir.query.series.Regexes;
import io.weir.query.series.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** {@code label_replace} and {@code label_join}. */
final class LabelFunctions {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

    private LabelFunctions() {}

    static VectorNode replace(VectorNode operand, String target, String replacement, String source, String regex) {
        checkedName("label_replace", target);
        Pattern pattern = compiled(regex);
        Template template = Template.of(replacement);
        return changed(operand, labels -> {
            Matcher matcher = pattern.matcher(labels.get(source));
            return matcher.matches() ? labels.with(target, template.expand(pattern, matcher)) : labels;
        });
    }

    static VectorNode join(VectorNode operand, String target, String separator, List<String> sources) {
        checkedName("label_join", target);
        sources.forEach(each -> checkedName("label_join", each));
        return changed(
                operand,
                labels -> labels.with(
                        target,
                        String.join(separator, sources.stream().map(labels::get).toList())));
    }

    /** The name, if labels may have it. */
    static String checkedName(String function, String name) {
        if (!NAME.matches(name)) {
            throw new EvaluationException(function + ": \"" + name
                    + "\" is no name of a label; it begins with a letter or _, and further has digits");
        }
        return name;
    }

    private static Pattern compiled(String regex) {
        try {
            return Regexes.compile(regex);
        } catch (PatternSyntaxException e) {
            throw new EvaluationException("label_replace: invalid regular expression: " + e.getMessage());
        }
    }

    private static VectorNode changed(VectorNode operand, UnaryOperator<Labels> change) {
        Map<Labels, Labels> known = new HashMap<>();
        return time -> {
            List<Sample> results = new ArrayList<>();
            for (Sample each : operand.at(time)) {
                results.add(new Sample(known.computeIfAbsent(each.labels(), change), each.value()));
            }
            return Unique.checked(results);
        };
    }
}
