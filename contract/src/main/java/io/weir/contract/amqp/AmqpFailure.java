package io.weir.contract.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.MissedHeartbeatException;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import com.rabbitmq.client.ShutdownSignalException;
import io.weir.contract.config.TlsFailure;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** Failures of the client, with the reason that RabbitMQ gives. */
public final class AmqpFailure {
    private AmqpFailure() {}

    /** Returns an exception with the reason for the log. */
    public static IOException of(Exception e) {
        Optional<ShutdownSignalException> end = end(e);
        if (end.isPresent()) {
            return new IOException(reason(end.get()), e);
        }
        return e instanceof IOException failure ? failure : new IOException(e.toString(), e);
    }

    private static Optional<ShutdownSignalException> end(Exception e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ShutdownSignalException end) {
                return Optional.of(end);
            }
        }
        return Optional.empty();
    }

    /** Returns why a connection or a channel ended. */
    public static String reason(ShutdownSignalException end) {
        if (end.getReason() instanceof AMQP.Channel.Close close) {
            return close.getReplyText();
        }
        if (end.getReason() instanceof AMQP.Connection.Close close) {
            return close.getReplyText();
        }
        Throwable cause = end.getCause();
        if (cause instanceof MissedHeartbeatException) {
            return "RabbitMQ gives no sign of life; check that it runs, and the network";
        }
        if (cause instanceof EOFException) {
            return "RabbitMQ closed the connection";
        }
        return cause instanceof IOException
                ? "the connection to RabbitMQ ended: " + cause.getMessage()
                : String.valueOf(end.getMessage());
    }

    /** Returns why there is no connection, in words that follow the name of the server. */
    static String whileConnecting(Exception e, String user, boolean isTls) {
        if (e instanceof PossibleAuthenticationFailureException) {
            return "refuses the user " + user + " (" + e.getMessage() + "); check user and password";
        }
        Optional<String> tls = TlsFailure.reason(e);
        if (tls.isPresent()) {
            return tls.get();
        }
        if (e instanceof TimeoutException || e instanceof SocketTimeoutException) {
            return "does not answer within " + AmqpBroker.ANSWER_WITHIN_MILLIS / 1_000
                    + " s; check that it runs, and the network";
        }
        if (e instanceof UnknownHostException) {
            return "is an unknown host; check the name";
        }
        if (e instanceof ConnectException) {
            return "accepts no connection; check that it runs, and the port";
        }
        String why = "refuses the connection (" + of(e).getMessage() + ")";
        if (end(e).filter(end -> end.getReason() != null).isPresent()) {
            return why;
        }
        // RabbitMQ may close the connection before the client reads its alert.
        return why
                + (isTls
                        ? "; check whether it requires tls.certificate"
                        : "; check whether this port expects TLS, and set tls");
    }
}
