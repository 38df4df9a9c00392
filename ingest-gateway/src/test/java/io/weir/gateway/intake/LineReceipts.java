package io.weir.gateway.intake;

import io.weir.gateway.intake.batch.Receipt;

/** Receipts like those of an intake, for tests without one. */
public final class LineReceipts {
    private final boolean isForKafka;
    private Receipt current;

    public LineReceipts(boolean isForKafka) {
        this.isForKafka = isForKafka;
        this.current = new Receipt(isForKafka);
    }

    /** The receipt of one more batch. */
    public Receipt open() {
        current.opened();
        return current;
    }

    /** The receipt of all batches since the previous call. */
    public Receipt take() {
        Receipt taken = current;
        current = new Receipt(isForKafka);
        return taken;
    }
}
