package io.weir.gateway.intake;

/** Receipts as an intake makes them, for tests that have none. */
public final class LineReceipts {
    private final boolean isForKafka;
    private Receipt current;

    public LineReceipts(boolean isForKafka) {
        this.isForKafka = isForKafka;
        this.current = new Receipt(isForKafka);
    }

    /** The receipt of one batch more. */
    public Receipt open() {
        current.opened();
        return current;
    }

    /** That of all batches since this was called last. */
    public Receipt take() {
        Receipt taken = current;
        current = new Receipt(isForKafka);
        return taken;
    }
}
