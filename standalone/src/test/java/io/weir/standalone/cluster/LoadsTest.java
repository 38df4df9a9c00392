package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A load can be closed although its gateway accepts nothing, so that a failed test ends. */
@Timeout(60)
class LoadsTest {
    private static final int UNAVAILABLE = 503;

    private final CountDownLatch repeated = new CountDownLatch(2);
    private final HttpServer gateway;

    LoadsTest() throws IOException {
        gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.createContext("/", exchange -> {
            exchange.sendResponseHeaders(UNAVAILABLE, -1);
            exchange.close();
            repeated.countDown();
        });
        gateway.start();
    }

    @AfterEach
    void close() {
        gateway.stop(0);
    }

    @Test
    void linesOfAFarmAreGivenUp() throws Exception {
        closeWhileItRepeats(new FarmLoad(port(), 1));
    }

    @Test
    void linesOfGroupsAreGivenUp() throws Exception {
        closeWhileItRepeats(new GroupLoad(port(), new Random(1)));
    }

    @Test
    void postedBitsAreGivenUp() throws Exception {
        closeWhileItRepeats(new BitLoad(new PostedBits(port()), new Random(1)));
    }

    private void closeWhileItRepeats(AutoCloseable load) throws Exception {
        assertThat(repeated.await(30, TimeUnit.SECONDS)).isTrue();
        load.close();
    }

    private int port() {
        return gateway.getAddress().getPort();
    }
}
