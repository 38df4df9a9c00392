package io.weir.writer.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.Test;

class FreePortsTest {

    @Test
    void eachJvmOfSurefireHasPortsOfItsOwn() {
        assumeThat(System.getProperty("surefire.real.class.path")).isNotNull();

        assertThat(FreePorts.next() % 8).isEqualTo(Integer.parseInt(System.getProperty("surefire.forkNumber")) % 8);
    }
}
