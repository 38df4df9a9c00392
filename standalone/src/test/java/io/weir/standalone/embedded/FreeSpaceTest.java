package io.weir.standalone.embedded;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.service.StartException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FreeSpaceTest {
    private static final Path DATA = Path.of("/var/weir");

    @Test
    void tellsHowMuchThereIsAndHowMuchIsNeeded() {
        assertThatThrownBy(() -> FreeSpace.require(DATA, 511L << 20))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("/var/weir: its disk has 511 MiB free, and Weir needs 512 MiB")
                .hasMessageContaining("df -h /var/weir")
                .hasMessageContaining("--data");
    }

    @Test
    void isContentWithTheLeast() {
        assertThatCode(() -> FreeSpace.require(DATA, FreeSpace.LEAST_BYTES)).doesNotThrowAnyException();
    }
}
