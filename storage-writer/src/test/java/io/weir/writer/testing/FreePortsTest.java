package io.weir.writer.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.Test;

/** Surefire passes the number of the JVM on. Outside of Surefire, there is one JVM. */
class FreePortsTest {

    @Test
    void eachJvmOfSurefireHasPortsOfItsOwn() {
        assumeThat(System.getProperty("surefire.real.class.path")).isNotNull();

        int jvm = Integer.parseInt(System.getProperty("surefire.forkNumber"));
        assertThat(FreePorts.next() % FreePorts.JVMS).isEqualTo(jvm % FreePorts.JVMS);
    }
}
