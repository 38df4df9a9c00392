package io.weir.writer;

import static io.weir.writer.StoreContract.T;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Lines that come again, or late. A Prometheus with a window for old samples takes them. */
final class LateLines {
    private LateLines() {}

    static void assertStored(Parcel parcel, ServedStore served) {
        String lines = IntStream.range(0, 100)
                .mapToObj(i -> "late,host=a v=" + i + " " + (T + i * 1_000_000L))
                .collect(Collectors.joining("\n"));
        parcel.deliver(lines);
        parcel.deliver(lines);
        parcel.deliver("late,host=a v=-1 " + (T - 1_000_000_000));

        assertThat(parcel.rejected).isEmpty();
        assertThat(served.values("late", "v")).hasSize(101).startsWith("-1").endsWith("99");
    }
}
