package io.weir.processing.aggregate;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Merges the partials of a group and window from several partitions. Floating point makes the order
 * matter: the same partials in the same order give the same result.
 */
public final class PartialSum {

    private final GroupShape shape;
    private final Cells cells;
    private final Members members;
    private long sources;

    /** Creates an empty sum. */
    public PartialSum(GroupShape shape) {
        this.shape = shape;
        this.cells = new Cells(shape.layout(), shape.inputs());
        this.members = new Members(shape.layout());
    }

    /** Adds a {@link PartialReader#body} of a partial of this shape. */
    public void add(byte[] body) {
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(body));
            // A series is on one partition, so no two partials count the same series.
            sources += in.readInt();
            Cells more = new Cells(shape.layout(), shape.inputs());
            for (int input = 0; input < shape.inputs(); input++) {
                more.read(input, in);
                cells.merge(input, more, input);
            }
            if (shape.hasMembers()) {
                members.read(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a partial of rule " + shape.rule() + " cannot be read", e);
        }
    }

    /** The number of distinct series. */
    public long sources() {
        return sources;
    }

    /** The cells of the values, one entry for each input. */
    public Cells cells() {
        return cells;
    }

    /** The series with their own values; empty if the rule does not need them. */
    public Members members() {
        return members;
    }
}
