package io.weir.gateway.opentsdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.intake.MappingAllocation;
import io.weir.gateway.path.Templates;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TelnetAllocationTest {
    private static final int POINTS = 1_000;

    @Test
    void allocatesNothingForAKnownSeries() {
        byte[] text = IntStream.range(0, POINTS)
                .mapToObj(i -> "put sys.cpu 179000000" + i % 10 + " " + i + " host=h" + i + " cpu=0")
                .collect(Collectors.joining("\n"))
                .getBytes(UTF_8);
        MappingAllocation.assertNone(
                lines -> new TelnetMapping(lines, Templates.of(List.of()), Received.plain()), text, POINTS);
    }
}
