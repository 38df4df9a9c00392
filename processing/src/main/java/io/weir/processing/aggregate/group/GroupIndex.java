package io.weir.processing.aggregate.group;

import io.weir.contract.line.Series;
import io.weir.contract.rule.aggregate.BucketBound;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.aggregate.Histogram;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.MatchIndex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the group rules that apply to a series, in one version of the rule file. */
public final class GroupIndex {

    private final Map<Long, GroupShape> shapes;
    private final MatchIndex<Place> places;

    /** An input of a rule. */
    private record Place(GroupRule rule, GroupShape shape, int input) {}

    /**
     * @param shapesOf gives the shapes of a rule
     * @param isRead whether the match of an input may select series
     */
    public GroupIndex(List<GroupRule> rules, Function<GroupRule, List<GroupShape>> shapesOf, Predicate<Match> isRead) {
        List<Place> all = new ArrayList<>();
        List<GroupShape> known = new ArrayList<>();
        for (GroupRule rule : rules) {
            List<GroupShape> shapes = shapesOf.apply(rule);
            known.addAll(shapes);
            for (int input = 0; input < rule.inputs().size(); input++) {
                if (isRead.test(rule.inputs().get(input).match())) {
                    int place = input;
                    shapes.forEach(shape -> all.add(new Place(rule, shape, place)));
                }
            }
        }
        shapes = known.stream()
                .collect(Collectors.toUnmodifiableMap(GroupShape::identity, shape -> shape, (one, same) -> one));
        places = new MatchIndex<>(
                all, place -> place.rule.inputs().get(place.input).match());
    }

    /** Whether there is no rule. */
    public boolean isEmpty() {
        return shapes.isEmpty();
    }

    /** The shape of the rule with this identity, or null. */
    public @Nullable GroupShape shape(long identity) {
        return shapes.get(identity);
    }

    /**
     * The rules that apply to a series, in the order of the file, each with its matching inputs. A rule
     * with two shapes appears once for each.
     */
    public List<GroupRules> matching(Series series) {
        Map<Long, GroupRules> matching = new LinkedHashMap<>();
        for (Place place : places.matching(series)) {
            if (hasGroup(series, place.rule)) {
                matching.computeIfAbsent(
                                place.shape.identity(),
                                unseen -> new GroupRules(place.rule, place.shape, new ArrayList<>()))
                        .inputs()
                        .add(place.input);
            }
        }
        return List.copyOf(matching.values());
    }

    private static boolean hasGroup(Series series, GroupRule rule) {
        boolean isBucket = rule.result().histogram().flatMap(Histogram::tag).stream()
                .allMatch(tag -> !Double.isNaN(BucketBound.of(series.tags().get(tag))));
        return isBucket && series.tags().keySet().containsAll(rule.by());
    }
}
