package io.weir.contract.http;

import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;

/** Why a request has no answer. Java's client gives a reason without a message, or the name of a class. */
public final class HttpFailure {
    private HttpFailure() {}

    /** The reason, for people. */
    public static String reason(Exception failure) {
        if (failure instanceof HttpConnectTimeoutException) {
            return "no connection in time";
        }
        if (failure instanceof HttpTimeoutException) {
            return "no answer in time";
        }
        if (failure instanceof ConnectException) {
            return isUnresolved(failure)
                    ? "no address is known for this name: check its spelling"
                    : "nothing listens there: check that the server runs, and the port";
        }
        String message = failure.getMessage();
        if (failure instanceof SSLException && message != null && message.contains("SSL message")) {
            return "the server does not use TLS: check the scheme of the address, and the port";
        }
        return message == null ? "the connection failed" : message;
    }

    private static boolean isUnresolved(Exception failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException) {
                return true;
            }
        }
        return false;
    }
}
