package io.weir.gateway.intake;

import io.weir.contract.line.LineReader;
import io.weir.gateway.limit.SequenceGaps;
import io.weir.gateway.limit.SequenceName;
import io.weir.gateway.limit.SequenceReader;

/** Counts what is missing in the sequences of an intake's senders. Belongs to one thread. */
final class Sequence {
    private final SequenceReader reader;
    private final SequenceGaps gaps;

    /** Of at most {@code senders} addresses and ports. */
    Sequence(SequenceName name, int senders) {
        this.reader = new SequenceReader(name);
        this.gaps = new SequenceGaps(senders);
    }

    /** Reads the number of a good line, if it has one. */
    void read(LineReader line, Sender sender, InputCounts counts) {
        long number = reader.read(line);
        if (number != SequenceReader.NONE) {
            int missing = gaps.next(sender.address(), number, sender.nowNanos());
            if (missing != 0) {
                sender.misses(missing);
                counts.missing.add(missing);
            }
        }
    }

    /** The line read last without its number. */
    SequenceReader reader() {
        return reader;
    }
}
