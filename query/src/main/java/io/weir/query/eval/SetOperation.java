package io.weir.query.eval;

import io.weir.query.promql.BinaryOperator;
import io.weir.query.promql.Expression.Binary;
import io.weir.query.series.Labels;
import io.weir.query.series.Sample;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** {@code and}, {@code or} and {@code unless}: select series by those of the other side. */
final class SetOperation implements VectorNode {
    private final BinaryOperator operator;
    private final VectorNode left;
    private final VectorNode right;
    private final Matching matching;

    SetOperation(Binary binary, VectorNode left, VectorNode right) {
        this.operator = binary.operator();
        this.left = left;
        this.right = right;
        this.matching = new Matching(binary.matching());
    }

    @Override
    public List<Sample> at(long time) {
        List<Sample> first = left.at(time);
        List<Sample> second = right.at(time);
        if (operator == BinaryOperator.LOR) {
            List<Sample> results = new ArrayList<>(first);
            results.addAll(chosen(second, keys(first), false));
            return Unique.checked(results);
        }
        return chosen(first, keys(second), operator == BinaryOperator.LAND);
    }

    private Set<Labels> keys(List<Sample> samples) {
        Set<Labels> keys = new HashSet<>();
        for (Sample each : samples) {
            keys.add(matching.key(each.labels()));
        }
        return keys;
    }

    private List<Sample> chosen(List<Sample> samples, Set<Labels> keys, boolean present) {
        List<Sample> chosen = new ArrayList<>();
        for (Sample each : samples) {
            if (keys.contains(matching.key(each.labels())) == present) {
                chosen.add(each);
            }
        }
        return chosen;
    }
}
