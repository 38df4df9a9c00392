package io.weir.gateway.http;

/** The parameters and the content type of a request, for consumers of its body. */
public interface RequestHead {
    /** Whether the request has a parameter of this name, with or without a value. */
    boolean hasParameter(String name);

    /** The content type of the body, or empty. */
    String contentType();
}
