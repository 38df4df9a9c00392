package io.weir.processing.merge;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.FieldKey;
import io.weir.contract.rule.aggregate.TopSeries;
import io.weir.processing.aggregate.group.Members;
import io.weir.processing.aggregate.group.PartialSum;

/** Makes one line for each of the series with the highest or lowest values: value and rank. */
final class TopResult implements WindowResult {

    private static final byte[] RANK = TopSeries.RANK.getBytes(UTF_8);

    private final byte[] key;

    TopResult(TopSeries top) {
        key = FieldKey.spelled(top.field());
    }

    @Override
    public void write(byte[] group, PartialSum window, ResultLines to) {
        Members members = window.members();
        double[] values = members.values();
        long rank = 0;
        for (int member : members.ranking()) {
            to.line(members.series(member));
            to.field(key, values[member]);
            to.field(RANK, ++rank);
        }
    }
}
