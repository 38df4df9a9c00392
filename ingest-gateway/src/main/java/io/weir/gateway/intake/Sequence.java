package io.weir.gateway.intake;

import io.weir.contract.line.LineReader;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.limit.SequenceName;
import io.weir.gateway.limit.SequenceReader;

/** Counts missing sequence numbers of an intake's senders. Belongs to one thread. */
final class Sequence {
    private final SequenceReader reader;
    private final MissingNumbers missing = new MissingNumbers();

    /** Each combination of address and port is one sequence. */
    Sequence(SequenceName name) {
        this.reader = new SequenceReader(name);
    }

    /** Reads the number of a valid line, if it has one. */
    void read(LineReader line, Sender sender, InputCounts counts) {
        long number = reader.read(line);
        if (number != SequenceReader.NONE) {
            missing.next(sender, sender.address().port(), number, counts);
        }
    }

    /** View of the line read last, without its number. */
    SequenceReader reader() {
        return reader;
    }
}
