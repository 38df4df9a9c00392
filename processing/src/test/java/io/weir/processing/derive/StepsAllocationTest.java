package io.weir.processing.derive;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.weir.contract.line.FieldType;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No value allocates memory, whatever its outcome. */
class StepsAllocationTest {

    private static final int VALUES = 100_000;

    @Test
    void nothingIsAllocatedPerValue() {
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        List<Steps> each = List.of(
                new Steps(new StepSpec(StepSpec.Kind.RATE, 1, 0)),
                new Steps(new StepSpec(StepSpec.Kind.INCREMENT, 1, 32)),
                new Steps(new StepSpec(StepSpec.Kind.DIFFERENCE, 1, 0)));
        for (int i = 0; i < each.size(); i++) {
            run(each.get(i));
            long before = thread.getCurrentThreadAllocatedBytes();
            double sum = run(each.get(i));
            long allocated = thread.getCurrentThreadAllocatedBytes() - before;

            assertThat(sum).isNotNaN();
            // The measurement itself may allocate a little, once.
            assertThat(allocated).isLessThan(VALUES / 10);
        }
    }

    private static double run(Steps steps) {
        double sum = 0;
        for (int i = 0; i < VALUES; i++) {
            // Some values are out of order, some smaller, some of another type.
            FieldType type = i % 1_000 == 0 ? FieldType.UNSIGNED : FieldType.INTEGER;
            sum += steps.next(i - i % 7L, type, i % 5_000) == Outcome.DERIVED ? steps.value() : 0;
        }
        return sum;
    }
}
