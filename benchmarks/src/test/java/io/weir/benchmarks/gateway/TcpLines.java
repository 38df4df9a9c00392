package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.Pace;
import io.weir.standalone.send.Sent;
import io.weir.standalone.send.Workload;
import io.weir.standalone.send.WorkloadShape;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Clock;
import java.util.concurrent.TimeUnit;

/** Sends line protocol over one TCP connection. */
final class TcpLines {
    /** Lines per write. */
    private static final int LINES = 200;

    private TcpLines() {}

    /** Returns after everything is sent. */
    static Sent send(int port, Blast blast) throws IOException {
        Workload workload = new Workload(WorkloadShape.standard(1), (series, stamp) -> {});
        byte[] bytes = new byte[workload.longest(LINES)];
        long total = blast.linesPerSecond() * blast.seconds() / LINES * LINES;
        Pace pace = new Pace(blast.linesPerSecond());
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            OutputStream out = socket.getOutputStream();
            for (long sent = 0; sent < total; sent += LINES) {
                pace.await(sent);
                int length = workload.write(
                        bytes,
                        LINES,
                        TimeUnit.MILLISECONDS.toNanos(Clock.systemUTC().millis()));
                out.write(bytes, 0, length);
            }
        }
        return new Sent(0, total, 0, 0, 0, pace.elapsedNanos());
    }
}
