package io.weir.gateway.net;

import io.netty.handler.ssl.SslHandler;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** TLS of connections that the gateway itself opens, such as to a broker. */
public final class TlsClient {
    private TlsClient() {}

    /**
     * A handler for one connection, which checks that the certificate has the server's name.
     *
     * @param withinMillis maximum duration of the handshake
     */
    public static SslHandler handler(SSLContext context, String host, int port, long withinMillis) {
        SSLEngine engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        engine.setSSLParameters(parameters);
        SslHandler handler = new SslHandler(engine);
        handler.setHandshakeTimeoutMillis(withinMillis);
        return handler;
    }
}
