package io.weir.processing.merge;

import io.weir.contract.line.FieldKey;
import io.weir.contract.rule.aggregate.PeerScore;
import io.weir.processing.aggregate.group.Members;
import io.weir.processing.aggregate.group.PartialSum;

/** Makes one line per series of the group: its distance from its peers. */
final class PeerResult implements WindowResult {

    private final byte[] key;

    PeerResult(PeerScore score) {
        key = FieldKey.spelled(score.field());
    }

    @Override
    public void write(byte[] series, PartialSum window, ResultLines to) {
        Members members = window.members();
        double[] scores = RobustScore.of(members.values());
        for (int member = 0; member < scores.length; member++) {
            to.line(members.series(member));
            to.field(key, scores[member]);
        }
    }
}
