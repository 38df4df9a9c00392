package io.weir.standalone.notify;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A webhook with scripted answers, which records accepted requests. */
final class Hook implements AutoCloseable {

    /** The answer to a request. */
    enum Answer {
        OK(200, true),
        BAD_REQUEST(400, false),
        TOO_MANY(429, false),
        UNAVAILABLE(503, false),
        /** None, and the connection stays open. */
        NEVER(0, false),
        /** None: closes the connection. */
        BROKEN(0, false),
        /** Closes the connection, too, but accepts the request. */
        TAKEN_BUT_BROKEN(0, true);

        private final int status;
        private final boolean takes;

        Answer(int status, boolean takes) {
            this.status = status;
            this.takes = takes;
        }
    }

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Function<String, Answer> script;
    private final List<String> taken = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    /** @param script the answer to a body */
    Hook(Function<String, Answer> script) {
        this.script = script;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/hook", this::answer);
        server.start();
    }

    String url() {
        return shown() + "/hook";
    }

    /** The URL without parts that may be secret. */
    String shown() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The accepted transitions, in order. */
    List<String> taken() {
        return List.copyOf(taken);
    }

    /** The content types, farms, authorizations and bodies of the accepted requests. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    void await(int count) {
        eventually("it has taken " + count, () -> taken.size() >= count);
    }

    void awaitLast(String transition) {
        eventually("it has taken " + transition, () -> taken.contains(transition));
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            Answer answer = script.apply(body);
            if (answer.takes) {
                requests.add(header(exchange, "Content-Type") + " " + header(exchange, "X-Farm") + " "
                        + header(exchange, "Authorization") + " " + body);
                taken.add(JSON.readTree(body).get("transition").textValue());
            }
            if (answer == Answer.NEVER) {
                closed.await();
                return;
            }
            if (answer.status > 0) {
                exchange.sendResponseHeaders(answer.status, -1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String header(HttpExchange exchange, String name) {
        return exchange.getRequestHeaders().getFirst(name);
    }
}
