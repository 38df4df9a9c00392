package io.weir.gateway.intake.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.batch.Receipt.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReceiptTest {
    private final Receipt receipt = new Receipt(false);
    private final List<Outcome> told = new ArrayList<>();

    @Test
    void reportsOnceAllBatchesAreSafe() {
        receipt.opened();
        receipt.opened();
        receipt.safe();
        receipt.close(told::add);
        assertThat(told).isEmpty();
        receipt.safe();
        assertThat(told).containsExactly(Outcome.SAFE);
    }

    @Test
    void reportsImmediatelyWithoutBatches() {
        receipt.close(told::add);
        assertThat(told).containsExactly(Outcome.SAFE);
    }

    @Test
    void reportsAnUnsafeBatchImmediatelyAndOnce() {
        receipt.opened();
        receipt.opened();
        receipt.close(told::add);
        receipt.failed();
        assertThat(told).containsExactly(Outcome.NOT_SAFE);
        receipt.failed();
        receipt.safe();
        receipt.safe();
        assertThat(told).containsExactly(Outcome.NOT_SAFE);
    }

    @Test
    void remembersAFailureUntilSomebodyAsks() {
        receipt.opened();
        receipt.failed();
        receipt.close(told::add);
        assertThat(told).containsExactly(Outcome.NOT_SAFE);
    }

    @Test
    void reportsARejectedLineOnceTheOthersAreSafe() {
        receipt.opened();
        receipt.close(told::add);
        receipt.refused();
        assertThat(told).isEmpty();
        receipt.safe();
        assertThat(told).containsExactly(Outcome.REFUSED);
    }
}
