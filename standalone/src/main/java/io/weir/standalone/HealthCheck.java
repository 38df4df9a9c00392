package io.weir.standalone;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;

/**
 * Asks services whether they are ready. Also a program of its own, {@code HealthCheck [PORT...]}:
 * the health check of the image, which runs every half minute beside each service. It therefore
 * uses only a socket: no library, no log, and no language feature that Java initializes at first
 * use (lambdas, joining by +). Their initialization would take longer than the rest of the check.
 */
final class HealthCheck {
    /** First of the standard ports of all services. */
    static final int FIRST_PORT = 9400;

    /** Last of the standard ports. */
    static final int LAST_PORT = 9409;

    private static final int ANSWER_WITHIN_MILLIS = 8_000;
    private static final int LONGEST_ANSWER = 1 << 20;
    private static final byte[] REQUEST =
            "GET /health/ready HTTP/1.0\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(US_ASCII);
    private static final String THIS_MACHINE = "127.0.0.1";

    /** The outcome of asking one port. */
    enum State {
        READY,
        NOT_READY,
        /** Another program answers there. */
        FOREIGN,
        SILENT
    }

    /** Receives the outcome of each port that answers, and of each silent one that must answer. */
    interface Listener {
        /** @param answer the service's health as JSON, or the first line of a foreign program */
        void asked(int port, State state, String answer);
    }

    private final InetAddress machine;
    private final Listener listener;
    private final PrintWriter err;

    /**
     * @param machine the host of the services
     * @param err receives errors
     */
    HealthCheck(InetAddress machine, Listener listener, PrintWriter err) {
        this.machine = machine;
        this.listener = listener;
        this.err = err;
    }

    /**
     * Checks the given ports, or the port that the environment sets. Exits with 0 if the service is
     * ready, else with 1.
     */
    public static void main(String[] arguments) {
        PrintWriter out = new PrintWriter(System.out, true, UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, UTF_8);
        String configured = variable("WEIR_METERS_PORT", "0");
        try {
            Listener lines = new Lines(out);
            HealthCheck check = new HealthCheck(reachable(variable("WEIR_METERS_HOST", THIS_MACHINE)), lines, err);
            boolean isNamed = arguments.length > 0;
            System.exit(check.ask(isNamed ? ports(arguments) : ports(configured), isNamed));
        } catch (UnknownHostException e) {
            err.println("WEIR_METERS_HOST: unknown host ".concat(String.valueOf(e.getMessage())));
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
        }
        System.exit(1);
    }

    /**
     * The address of a service that listens on {@code address}; a wildcard address becomes the
     * loopback address.
     */
    static InetAddress reachable(String address) throws UnknownHostException {
        InetAddress bound = InetAddress.getByName(address);
        return bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound;
    }

    /**
     * Asks all ports.
     *
     * @param isEach whether every port must answer; else one answer is enough
     * @return 0 if the required ports answer and all that answer are ready, else 1
     */
    int ask(int[] ports, boolean isEach) {
        StringBuilder silent = new StringBuilder();
        int answers = 0;
        boolean isReady = true;
        for (int port : ports) {
            try {
                isReady &= isReady(port);
                answers++;
            } catch (IOException e) {
                silent.append(silent.isEmpty() ? "" : ", ").append(port);
                if (isEach) {
                    listener.asked(port, State.SILENT, "");
                }
            }
        }
        if (answers == 0 || (isEach && answers < ports.length)) {
            silent.insert(0, " at ").insert(0, machine.getHostAddress()).insert(0, "no service answers on ");
            silent.append(": start a service (weir --help), or name the port of its meters: weir health PORT");
            err.println(silent);
            return 1;
        }
        return isReady ? 0 : 1;
    }

    private boolean isReady(int port) throws IOException {
        String answer = answer(port);
        int body = answer.indexOf("\r\n\r\n");
        String said = body < 0 ? "" : answer.substring(body).strip();
        boolean isReady = hasStatus(answer, "200");
        if (isReady) {
            listener.asked(port, State.READY, said);
        } else if (hasStatus(answer, "503")) {
            listener.asked(port, State.NOT_READY, said);
        } else {
            int end = answer.indexOf('\r');
            listener.asked(port, State.FOREIGN, end < 0 ? "nothing" : answer.substring(0, end));
        }
        return isReady;
    }

    /** Prints a line for each answer. */
    static final class Lines implements Listener {
        private final PrintWriter out;

        Lines(PrintWriter out) {
            this.out = out;
        }

        @Override
        public void asked(int port, State state, String answer) {
            StringBuilder line = new StringBuilder().append(port);
            if (state == State.READY) {
                line.append(" ready ");
            } else if (state == State.NOT_READY) {
                line.append(" not ready ");
            } else if (state == State.FOREIGN) {
                line.append(" is not a service of Weir: it answers ");
            } else {
                return; // The error at the end names all silent ports.
            }
            out.println(line.append(answer));
        }
    }

    private static boolean hasStatus(String answer, String status) {
        return answer.startsWith("HTTP/1.") && answer.startsWith(status, answer.indexOf(' ') + 1);
    }

    private String answer(int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(ANSWER_WITHIN_MILLIS);
            socket.connect(new InetSocketAddress(machine, port), ANSWER_WITHIN_MILLIS);
            socket.getOutputStream().write(REQUEST);
            return new String(socket.getInputStream().readNBytes(LONGEST_ANSWER), UTF_8);
        }
    }

    private static String variable(String name, String standard) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? standard : value;
    }

    private static int[] ports(String... texts) {
        int[] ports = new int[texts.length];
        for (int i = 0; i < ports.length; i++) {
            try {
                ports[i] = Integer.parseInt(texts[i]);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("invalid port: write a number, not ".concat(texts[i]), e);
            }
        }
        return ports.length == 1 && ports[0] == 0 ? standardPorts() : ports;
    }

    private static int[] standardPorts() {
        int[] ports = new int[LAST_PORT - FIRST_PORT + 1];
        for (int i = 0; i < ports.length; i++) {
            ports[i] = FIRST_PORT + i;
        }
        return ports;
    }
}
