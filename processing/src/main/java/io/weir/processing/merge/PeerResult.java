package io.weir.processing.merge;

import io.weir.contract.line.FieldKey;
import io.weir.contract.rule.metric.AggregateFunction;
import io.weir.contract.rule.metric.GroupRule;
import io.weir.contract.rule.metric.PeerScore;
import io.weir.processing.aggregate.Members;
import io.weir.processing.aggregate.PartialSum;

/** Makes one line per series of the group: its distance from its peers. */
final class PeerResult implements WindowResult {

    private final AggregateFunction of;
    private final byte[] key;

    PeerResult(GroupRule rule, PeerScore score) {
        of = rule.functions().get(0);
        key = FieldKey.spelled(score.field());
    }

    @Override
    public void write(byte[] series, PartialSum window, ResultLines to) {
        Members members = window.members();
        double[] values = new double[members.size()];
        for (int member = 0; member < values.length; member++) {
            values[member] = members.cells().value(member, of);
        }
        double[] scores = RobustScore.of(values);
        for (int member = 0; member < scores.length; member++) {
            to.line(members.series(member));
            to.field(key, scores[member]);
        }
    }
}
