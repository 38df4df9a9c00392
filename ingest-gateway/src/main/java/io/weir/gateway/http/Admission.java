package io.weir.gateway.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Checks of a write request before its body is read: token, sender, available room, content
 * encoding. Used by every page that accepts data.
 */
record Admission(Tokens tokens, WriteLoop loop) {
    /**
     * The answer that rejects the request, in the sender's format; null if its body may be read.
     */
    @Nullable
    Answer refuse(Head head, SocketAddress source, ErrorFormat errors) {
        if (isFromAWebPage(head)) {
            return RejectedRequest.webPage(errors);
        }
        if (!tokens.allow(head.header(HttpHeaderNames.AUTHORIZATION), head.parameter("u"), head.parameter("p"))) {
            return RejectedRequest.unauthorized(errors);
        }
        String keptOut = loop.keepsOut(source);
        if (keptOut != null) {
            return RejectedRequest.keptOut(errors, keptOut);
        }
        if (!loop.hasRoom()) {
            return RejectedRequest.noRoom(errors);
        }
        if (head.packing() == null) {
            return errors.error(415, "Content-Encoding must be gzip, snappy or identity")
                    .rejected(RejectedRequest.ENCODING);
        }
        return null;
    }

    /**
     * A page of any origin can make a browser in this network write here. Programs send neither
     * header.
     */
    private static boolean isFromAWebPage(Head head) {
        return head.header(HttpHeaderNames.ORIGIN) != null || head.header("Sec-Fetch-Site") != null;
    }
}
