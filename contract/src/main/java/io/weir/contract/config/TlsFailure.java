package io.weir.contract.config;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Why a client with the settings of {@link ClientTls} got no connection. */
public final class TlsFailure {
    private static final String ALERT = "Received fatal alert: ";
    private static final Pattern OTHER_NAME = Pattern.compile("No (name|subject alternative)");

    private TlsFailure() {}

    /**
     * Returns the reason and its remedy, in words that follow the name of the server; empty if TLS is
     * not the reason.
     */
    public static Optional<String> reason(Throwable failure) {
        String reason = "";
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String inner = words(cause);
            // The innermost exception is the most precise one.
            reason = inner.isEmpty() ? reason : inner;
        }
        return Optional.of(reason).filter(text -> !text.isEmpty());
    }

    private static String words(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof CertificateExpiredException) {
            return "has a certificate that has expired (" + message + "); renew the certificate";
        }
        if (failure instanceof CertificateNotYetValidException) {
            return "has a certificate that is not valid yet (" + message + "); check the clocks of both machines";
        }
        if (failure instanceof CertificateException
                && OTHER_NAME.matcher(message).lookingAt()) {
            return "has a certificate for other names (" + message + "); connect by a name of the certificate";
        }
        if (failure instanceof CertPathBuilderException || failure instanceof CertPathValidatorException) {
            return "has a certificate that no trusted authority signed; name its authority in tls.ca";
        }
        return failure instanceof SSLException ? words(message) : "";
    }

    private static String words(String message) {
        int at = message.indexOf(ALERT);
        if (at >= 0) {
            String alert = message.substring(at + ALERT.length());
            return "refuses TLS (" + alert + "); "
                    + (alert.contains("certificate") || alert.equals("unknown_ca")
                            ? "check tls.certificate and tls.key"
                            : "permit a version and cipher of TLS that it supports");
        }
        return message.contains("SSL message")
                ? "does not use TLS; check the port, or remove tls"
                : "has no connection by TLS (" + message + ")";
    }
}
