package io.weir.contract.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;

/** Failures of the client, with the reason that RabbitMQ gives. */
public final class AmqpFailure {
    private AmqpFailure() {}

    /** Returns an exception with the reason for the log. */
    public static IOException of(Exception e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ShutdownSignalException end) {
                return new IOException(reason(end), e);
            }
        }
        return e instanceof IOException failure ? failure : new IOException(e.toString(), e);
    }

    /** Returns why a connection or a channel ended. */
    public static String reason(ShutdownSignalException end) {
        if (end.getReason() instanceof AMQP.Channel.Close close) {
            return close.getReplyText();
        }
        return end.getReason() instanceof AMQP.Connection.Close close
                ? close.getReplyText()
                : String.valueOf(end.getMessage());
    }
}
