package io.weir.gateway.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.contract.service.PortMistake;
import io.weir.contract.service.StartException;
import io.weir.gateway.intake.LineDatagrams;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.stamp.StampUnit;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The receiver over real local sockets. */
class UdpReceiverTest {
    private static final long DEADLINE_MILLIS = 120_000;

    private static final PortMistake MISTAKE = new PortMistake("udp", "line protocol", "udp.port", "udp.host");

    private final OneInput input = new OneInput("udp");
    private final InputCounts counts = input.counts();
    private final PublishQueue queue = input.queue();

    @ParameterizedTest
    @EnumSource(Transport.class)
    void receivesEveryLineOfManySenders(Transport transport) throws Exception {
        assumeTrue(transport == Transport.NIO || Transport.best() == Transport.EPOLL, "epoll is for Linux");
        try (UdpReceiver receiver = open(transport, "127.0.0.1", 2)) {
            for (int sender = 0; sender < 20; sender++) {
                try (DatagramSocket socket = new DatagramSocket()) {
                    for (int i = 0; i < 50; i++) {
                        send(socket, "127.0.0.1", port(receiver), line(sender, i) + "\n" + line(sender, 50 + i));
                    }
                }
            }
            awaitLines(2_000);
        }
        List<String> lines = lines(drain());
        assertThat(lines).hasSize(2_000).doesNotHaveDuplicates();
        assertThat(counts.datagrams.sum()).isEqualTo(1_000);
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void cutsNoDatagramShort(Transport transport) throws Exception {
        assumeTrue(transport == Transport.NIO || Transport.best() == Transport.EPOLL, "epoll is for Linux");
        String longest = "cpu text=\"" + "x".repeat(65_507 - 14) + "\" 1";
        assertThat(longest).hasSize(65_506);
        try (UdpReceiver receiver = open(transport, "127.0.0.1", 1);
                DatagramSocket socket = new DatagramSocket()) {
            for (int i = 0; i < 5; i++) {
                send(socket, "127.0.0.1", port(receiver), longest + i);
                send(socket, "127.0.0.1", port(receiver), "");
                send(socket, "127.0.0.1", port(receiver), line(0, i));
            }
            awaitLines(10);
        }
        List<String> lines = lines(drain());
        assertThat(counts.bytes.sum()).isEqualTo(5 * (65_507L + line(0, 0).length()));
        assertThat(counts.emptyDatagrams.sum()).isEqualTo(5);
        assertThat(lines)
                .filteredOn(line -> line.startsWith("cpu text="))
                .hasSize(5)
                .allMatch(line -> line.startsWith(longest));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void listensOnBothFamiliesAndKnowsTheSender(String loopback) throws Exception {
        try (UdpReceiver receiver = open(Transport.best(), "*", 2);
                DatagramSocket socket = new DatagramSocket()) {
            assumeTrue(
                    loopback.equals("127.0.0.1") || ListenAddress.isIpv6(ListenAddress.of("*", 0, MISTAKE)),
                    "no IPv6 here");
            send(socket, loopback, port(receiver), "nonsense");
            awaitLines(1);
            List<Parcel> parcels = drain();
            String source = loopback.contains(":") ? "[0:0:0:0:0:0:0:1]" : loopback;
            assertThat(parcels).singleElement().isInstanceOfSatisfying(Parcel.Refused.class, refused -> assertThat(
                            refused.source())
                    .startsWith(source)
                    .endsWith(":" + socket.getLocalPort()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void reportsATakenPort(int threads) {
        try (UdpReceiver first = open(Transport.best(), "127.0.0.1", threads)) {
            assertThatThrownBy(() -> open(Transport.best(), "127.0.0.1", threads, port(first)))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("udp.port")
                    .hasMessageContaining(Integer.toString(port(first)))
                    .hasMessageContaining("taken");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.1", "no.such.host.invalid"})
    void reportsAnAddressOfAnotherMachine(String host) {
        assertThatThrownBy(() -> open(Transport.best(), host, 1))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("udp.host")
                .hasMessageContaining(host);
    }

    @Test
    void aTickFollowsWhatAllLoopsReceivedBefore() throws Exception {
        List<Parcel> parcels = new ArrayList<>();
        try (UdpReceiver receiver = open(Transport.best(), "127.0.0.1", 2);
                DatagramSocket socket = new DatagramSocket()) {
            long deadline = System.currentTimeMillis() + DEADLINE_MILLIS;
            for (int i = 0;
                    parcels.stream().filter(Parcel.Tick.class::isInstance).count() < 8;
                    i++) {
                assertThat(System.currentTimeMillis()).isLessThan(deadline);
                send(socket, "127.0.0.1", port(receiver), line(0, i));
                input.time().tick(input.clock().nowNanos() / 1_000_000, 0);
                parcels.addAll(drain());
            }
        }
        parcels.addAll(drain());
        long tickMillis = 0;
        for (Parcel parcel : parcels) {
            if (parcel instanceof Parcel.Tick tick) {
                assertThat(tick.receivedMillis()).isGreaterThanOrEqualTo(tickMillis);
                tickMillis = tick.receivedMillis();
            } else if (parcel instanceof Parcel.Batch batch) {
                assertThat(batch.receivedMillis()).isGreaterThanOrEqualTo(tickMillis);
            }
        }
        assertThat(lines(parcels)).isNotEmpty();
    }

    @Test
    void flushesReceivedLinesAtTheEnd() throws Exception {
        UdpReceiver receiver = open(Transport.best(), "127.0.0.1", 2);
        try (DatagramSocket socket = new DatagramSocket()) {
            for (int i = 0; i < 500; i++) {
                send(socket, "127.0.0.1", port(receiver), line(0, i));
            }
        }
        receiver.close();
        assertThat(lines(drain())).hasSize(500);
    }

    /**
     * The kernel of a connected sender reports by an exception that the port was closed for the
     * previous datagram. Each sender therefore knows exactly which datagrams arrived at a socket.
     */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "*"})
    void accountsForEveryDatagramUpToItsEndUnderLoad(String host) throws Exception {
        assumeTrue(Transport.best() == Transport.EPOLL, "needs Linux");
        int senders = 8;
        LongAdder came = new LongAdder();
        CountDownLatch underway = new CountDownLatch(senders);
        UdpReceiver receiver = open(Transport.best(), host, 2);
        ExecutorService threads = Executors.newFixedThreadPool(senders);
        List<Future<?>> sending = new ArrayList<>();
        for (int i = 0; i < senders; i++) {
            int sender = i;
            sending.add(threads.submit(() -> sendUntilClosed(sender, port(receiver), came, underway)));
        }
        threads.shutdown();
        underway.await();
        receiver.close();
        for (Future<?> each : sending) {
            each.get();
        }
        long drops = receiver.kernelDropsBySocket().stream()
                .mapToLong(LongSupplier::getAsLong)
                .sum();
        assertThat(counts.datagrams.sum() + drops).isEqualTo(came.sum()).isGreaterThan(senders);
        assertThat(lines(drain())).hasSize((int) (counts.lines.sum() - counts.dropped.total()));
    }

    private static Object sendUntilClosed(int sender, int port, LongAdder came, CountDownLatch underway)
            throws IOException {
        long sent = 0;
        try (DatagramChannel channel = DatagramChannel.open()) {
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            while (true) {
                channel.write(
                        ByteBuffer.wrap(line(sender, (int) (sent % 10_000)).getBytes(UTF_8)));
                sent++;
                if (sent == 100) {
                    underway.countDown();
                }
            }
        } catch (PortUnreachableException e) {
            came.add(sent - 1);
        }
        return sent;
    }

    private UdpReceiver open(Transport transport, String host, int threads) {
        return open(transport, host, threads, 0);
    }

    private UdpReceiver open(Transport transport, String host, int threads, int port) {
        return UdpReceiver.open(
                new UdpSettings(host, port, threads, 4 << 20, MISTAKE),
                transport,
                input,
                loop -> new LineDatagrams(input.next(loop), StampUnit.NS));
    }

    private static int port(UdpReceiver receiver) {
        return receiver.port().orElseThrow();
    }

    private static String line(int sender, int i) {
        return String.format("cpu,host=h%04d value=%04d 1700000000000000000", sender, i);
    }

    private static void send(DatagramSocket socket, String host, int port, String text) throws IOException {
        byte[] bytes = text.getBytes(UTF_8);
        socket.send(new DatagramPacket(bytes, bytes.length, new InetSocketAddress(InetAddress.getByName(host), port)));
    }

    private void awaitLines(long expected) throws InterruptedException {
        long deadline = System.currentTimeMillis() + DEADLINE_MILLIS;
        while (counts.lines.sum() < expected && System.currentTimeMillis() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(counts.lines.sum()).isEqualTo(expected);
    }

    private List<Parcel> drain() throws InterruptedException {
        List<Parcel> parcels = new ArrayList<>();
        for (Parcel parcel = queue.poll(); parcel != null; parcel = queue.poll()) {
            parcels.add(parcel);
        }
        return parcels;
    }

    private static List<String> lines(List<Parcel> parcels) {
        List<String> lines = new ArrayList<>();
        for (Parcel parcel : parcels) {
            if (parcel instanceof Parcel.Batch batch) {
                lines.addAll(List.of(new String(batch.lines(), UTF_8).split("\n")));
            }
        }
        return lines;
    }
}
