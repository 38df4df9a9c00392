package io.weir.gateway.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.epoll.Epoll;
import io.weir.contract.line.LineBounds;
import io.weir.contract.service.StartException;
import io.weir.gateway.intake.LineDatagrams;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.limit.AddressRange;
import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.limit.LineBudget;
import io.weir.gateway.limit.LineLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnixReceiverTest {
    private final OneInput input = new OneInput("unix");

    private final Path directory;

    UnixReceiverTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeAll
    static void onlyOnLinux() {
        assumeTrue(Epoll.isAvailable(), "Unix datagram sockets need Linux");
    }

    @Test
    void takesEveryDatagram() throws Exception {
        try (UnixReceiver receiver = open();
                UnixSender sender = new UnixSender(path())) {
            for (int i = 0; i < 1_000; i++) {
                sender.send("cpu,host=a v=" + i + " 1\ncpu,host=b v=" + i + " 2");
            }
            input.await(2_000);
            assertThat(receiver.listens()).contains(path().toString());
        }
        assertThat(input.lines()).hasSize(2_000).doesNotHaveDuplicates();
        assertThat(input.counts().datagrams.sum()).isEqualTo(1_000);
    }

    @Test
    void namesTheSocketAsTheSourceOfWhatItRefuses() throws Exception {
        try (UnixReceiver receiver = open();
                UnixSender sender = new UnixSender(path())) {
            assertThat(receiver.port()).isEmpty();
            sender.send("nonsense");
            input.await(1);
        }
        assertThat(input.refused()).containsExactly("missing-fields: nonsense");
    }

    /**
     * A Unix socket represents many senders, so the budgets of an address for lines and new series
     * do not apply.
     */
    @Test
    void hasTheLimitsOfLinesAndOfMeasurements() throws Exception {
        LimitSettings limits = new LimitSettings(
                List.of(AddressRange.parse("10.0.0.0/8")),
                16,
                new LineBudget(1, 1),
                1,
                3,
                new LineLimits(200, 2, 1, new LineBounds(50, 8192, 1024, 10, LineBounds.Refused.NUL)));
        OneInput limited = new OneInput("unix", limits);
        try (UnixReceiver receiver = open(path(), limited);
                UnixSender sender = new UnixSender(path())) {
            sender.send("cpu v=1 1\ncpu a=1,b=2,c=3 1\ncpu s=\"12345678901\" 1\ncpu,a=1,b=2 v=1 1\ncpu v=2 2");
            sender.send("cpu " + "k".repeat(50) + "=1 1");
            sender.send("cpu v=1 1\n".repeat(25));
            sender.send("jobs,n=1 v=1 1\njobs,n=2 v=1 1\njobs,n=3 v=1 1\njobs,n=4 v=1 1\njobs,n=1 v=2 2");
            limited.await(36);
            assertThat(receiver.listens()).isNotEmpty();
        }
        assertThat(limited.counts().lines.sum()).isEqualTo(36);
        assertThat(limited.counts().rejected.snapshot())
                .isEqualTo(Map.of(
                        "too-many-fields", 1L,
                        "string-too-long", 1L,
                        "too-many-tags", 1L,
                        "line-too-long", 1L,
                        "datagram-too-long", 25L,
                        "series-budget-measurement", 1L));
        assertThat(limited.counts().dropped.total()).isZero();
        assertThat(limited.lines())
                .containsExactlyInAnyOrder(
                        "cpu v=1 1",
                        "cpu v=2 2",
                        "jobs,n=1 v=1 1",
                        "jobs,n=2 v=1 1",
                        "jobs,n=3 v=1 1",
                        "jobs,n=1 v=2 2");
    }

    @Test
    void refusesADatagramThatMayHaveLostItsEnd() throws Exception {
        try (UnixReceiver receiver = open();
                UnixSender sender = new UnixSender(path())) {
            assumeTrue(
                    sender.trySend("cpu text=\"" + "x".repeat(300_000) + "\""), "net.core.wmem_max keeps them smaller");
            sender.send("cpu v=1 1");
            input.await(2);
            assertThat(receiver.listens()).isNotEmpty();
        }
        assertThat(input.counts().rejected.of("datagram-too-long")).isEqualTo(1);
        assertThat(input.lines()).containsExactly("cpu v=1 1");
    }

    @Test
    void setsTheModeAndRemovesTheFileAtItsEnd() throws Exception {
        UnixReceiver receiver = open();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path())))
                .isEqualTo("rw-rw----");
        receiver.close();
        assertThat(path()).doesNotExist();
    }

    @Test
    void readsTheKernelsBufferAtTheEnd() throws Exception {
        UnixReceiver receiver = open();
        try (UnixSender sender = new UnixSender(path())) {
            for (int i = 0; i < 100; i++) {
                sender.send("cpu v=" + i + " 1");
            }
        }
        receiver.close();
        assertThat(input.lines()).hasSize(100);
    }

    @Test
    void replacesTheSocketFileOfAKilledGateway() throws Exception {
        UnixSender.leaveBehind(path());
        assertThat(path()).exists();
        try (UnixReceiver receiver = open();
                UnixSender sender = new UnixSender(path())) {
            sender.send("cpu v=1 1");
            input.await(1);
            assertThat(receiver.listens()).isNotEmpty();
        }
    }

    @Test
    void refusesASocketOnWhichAnotherReceives() throws Exception {
        try (UnixReceiver first = open();
                UnixSender sender = new UnixSender(path())) {
            assertThatThrownBy(() -> open(path(), new OneInput("second")))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining(path().toString())
                    .hasMessageContaining("another process receives there");
            sender.send("cpu v=1 1");
            input.await(1);
            assertThat(first.listens()).isNotEmpty();
        }
    }

    @Test
    void leavesAFileAloneThatIsNoSocket() throws Exception {
        Files.writeString(path(), "precious");
        assertThatThrownBy(this::open)
                .isInstanceOf(StartException.class)
                .hasMessageContaining("not a socket")
                .hasMessageContaining("set another path");
        assertThat(path()).hasContent("precious");
    }

    @Test
    void reportsAMissingDirectory() {
        Path nowhere = directory.resolve("nowhere").resolve("s");
        assertThatThrownBy(() -> open(nowhere, input))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("mkdir -p " + directory.resolve("nowhere"));
    }

    private Path path() {
        return directory.resolve("metrics.sock");
    }

    private UnixReceiver open() {
        return open(path(), input);
    }

    private static UnixReceiver open(Path path, OneInput input) {
        UnixSettings settings = new UnixSettings(path, PosixFilePermissions.fromString("rw-rw----"));
        return UnixReceiver.open(settings, input, loop -> new LineDatagrams(input.next(loop), StampUnit.NS));
    }
}
